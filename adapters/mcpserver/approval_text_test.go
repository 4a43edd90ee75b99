package mcpserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

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

func TestTheQuestionIsBoundedAndSaysSo(t *testing.T) {
	p := proposal()
	p.Target.Body = []byte(`{"text":"` + strings.Repeat("é", maxShownArguments) + `"}`)
	p.Target.Headers = []domain.Header{{Name: "X-Long", Value: strings.Repeat("v", maxShownHeader)}, {Name: "X-Branch", Value: "b1"}}
	text := newApprover(always()).text(p)
	for _, line := range []string{
		"\nHeader (the first 200 of 208 characters): X-Long: vvv",
		"\nHeader: X-Branch: b1\n",
		"\nArguments (the first 2000 of 2011 characters): {\"text\":\"ééé",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is not in %s", line, text)
		}
	}
	if length := utf8.RuneCountInString(text); length > 2600 {
		t.Errorf("the question has %d characters", length)
	}

	p.Target.Body = []byte(`{"text":"` + strings.Repeat("é", maxShownArguments-len(`{"text":""}`)) + `"}`)
	if text := newApprover(always()).text(p); !strings.Contains(text, "\nArguments: {") || !strings.HasSuffix(text, `é"}`) {
		t.Errorf("what fits is cut: %s", text)
	}
}

func TestSpaceBetweenTokensIsNotShown(t *testing.T) {
	p := proposal()
	p.Target.Body = []byte("{\n  \"a\" : [1.10,\r\n\t2 ],\n  \"b c\" : \" d \"\n}")
	if text := newApprover(always()).text(p); !strings.HasSuffix(text, "\nArguments: {\"a\":[1.10,2],\"b c\":\" d \"}") {
		t.Errorf("got %s", text)
	}
}
