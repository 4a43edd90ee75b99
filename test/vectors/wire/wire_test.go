package wire

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/test/vectors"
)

// atLeast is how many vectors must have gone over the wire.
const atLeast = 1000

func TestVectorsEndToEnd(t *testing.T) {
	netbox := startNetBox(t)
	session := connect(t, netbox.URL)
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	scenes, run := scenarios(), 0
	for _, file := range files {
		for _, vector := range file.Vectors {
			scene, known := scenes[vector.Operation]
			if !known {
				continue
			}
			asked, possible := scene(vector.Input)
			if !possible {
				continue
			}
			run++
			t.Run(file.Name+"/"+vector.Name, func(t *testing.T) {
				netbox.serve(asked.documents)
				compare(t, vector.Expect, asked, call(t, session, asked))
			})
		}
	}
	t.Logf("%d vectors went over the wire", run)
	if run < atLeast {
		t.Errorf("only %d vectors went over the wire", run)
	}
}

func connect(t *testing.T, url string) *mcp.ClientSession {
	t.Helper()
	home := t.TempDir()
	command := exec.Command(filepath.Join(binaries, "mcp-bridge-stdio"))
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "NETBOX_URL=" + url, "LOG_LEVEL=error"}
	command.Stderr = t.Output()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "vectors", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// answer is what the comparison looks at.
type answer struct {
	Outcome, Code, Message string
	Findings               []struct{ Pointer, Rule string }
}

func (a answer) breaks(rule string) bool {
	return slices.ContainsFunc(a.Findings, func(f struct{ Pointer, Rule string }) bool { return f.Rule == rule })
}

func call(t *testing.T, session *mcp.ClientSession, asked scenario) answer {
	t.Helper()
	arguments, err := json.Marshal(asked.arguments)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: asked.tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	var got answer
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// compare demands the code and, below the scenario's place, the findings that
// the vector expects. An accepted vector must not meet that code.
func compare(t *testing.T, want vectors.Expect, asked scenario, got answer) {
	t.Helper()
	if want.Accepted != nil {
		if got.Code == asked.code && (asked.rule == "" || got.breaks(asked.rule)) {
			t.Fatalf("refused, want accepted: %s", got.Message)
		}
		return
	}
	if got.Outcome != "refused" || got.Code != asked.code {
		t.Fatalf("%s %s: %s; want refused by %s", got.Outcome, got.Code, got.Message, asked.code)
	}
	var places []vectors.Place
	for _, f := range got.Findings {
		places = append(places, vectors.Place{Rule: f.Rule, At: f.Pointer})
	}
	if want.Findings != nil {
		expected := make([]vectors.Place, len(want.Findings))
		for i, place := range want.Findings {
			expected[i] = vectors.Place{Rule: place.Rule, At: asked.below + place.At}
		}
		if !slices.Equal(places, expected) {
			t.Fatalf("findings %v, want %v", places, expected)
		}
		return
	}
	if len(places) == 0 || places[0].Rule != want.Refused {
		t.Fatalf("findings %v, want rule %s", places, want.Refused)
	}
	if want.At != nil && places[0].At != asked.below+*want.At {
		t.Fatalf("found at %s, want %s", places[0].At, asked.below+*want.At)
	}
}
