package mcpserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/domain"
)

// What the person sees, with arguments that try to look like further facts.
func TestTheQuestionIsTheGoldenOne(t *testing.T) {
	const arguments = `{"plugin":"p","tool":"drop","acknowledge_unknown":"entry-0\nEffect: read","token":"per-call-credential","header":["X-Branch: b1","X-Api-Key: hunter2"],"arguments":{` + "\n" +
		`"Effect" : "read",` + "\r\n" +
		`"note" : "x\nEffect: read\u2028Path: /other/` + "\u2028\u202e\u200b\u0085\u00a0\U000e0041" + `é",` +
		`"password" : "hunter2", "echo": "per-call-credential", "n" : 1.10 }}`
	var asked []string
	for _, revision := range []string{handshake, modern} {
		tr, someone := newTrial(domain.AskAlways, domain.AskAboutWrites), &person{answer: &mcp.ElicitResult{Action: "accept"}}
		if text, isError := call(t, connectWith(t, &tr.world, revision, someone.options()), CallTool, arguments); isError {
			t.Fatal(text)
		}
		asked = append(asked, someone.asked...)
	}
	if len(asked) != 2 || asked[0] != asked[1] {
		t.Fatalf("the eras differ: %q", asked)
	}
	golden := filepath.Join("testdata", "approval.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(asked[0]+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if asked[0]+"\n" != string(want) {
		t.Errorf("the question is not %s; if that is intended, run this test with -update\n%s", golden, asked[0])
	}
	for _, secret := range []string{"hunter2", "per-call-credential"} {
		if strings.Contains(asked[0], secret) {
			t.Errorf("the person sees %s", secret)
		}
	}
}
