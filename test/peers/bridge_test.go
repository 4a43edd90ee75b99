package peers

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// writing opens the gate for writes.
const writing = "NETBOX_MCP_ALLOW_MUTATIONS=1"

// bridge is a client's session with a running bridge.
type bridge struct{ session *mcp.ClientSession }

// connect starts a bridge in front of the peer. It has no token and a closed
// gate unless the environment says so.
func connect(t *testing.T, p *peer, environment ...string) bridge {
	t.Helper()
	command := exec.Command(filepath.Join(binaries, "mcp-bridge-stdio"))
	home := t.TempDir()
	command.Env = slices.Concat(environment, []string{"NETBOX_URL=" + p.URL, "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home})
	command.Stderr = t.Output()
	client := mcp.NewClient(&mcp.Implementation{Name: "peers", Version: "test"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("the bridge did not stop cleanly: %v", err)
		}
	})
	return bridge{session}
}

// as starts a bridge with the token of a person.
func as(t *testing.T, p *peer, person string, environment ...string) bridge {
	t.Helper()
	return connect(t, p, append(environment, "NETBOX_TOKEN="+p.Tokens[person])...)
}

// answer is what a call, or a listing that was refused, ends with.
type answer struct {
	Outcome string            `json:"outcome"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"` // foreign numbers keep their tokens
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Retry   string            `json:"retry"`
	Excerpt string            `json:"excerpt"`
}

// catalog is what a listing answers.
type catalog struct {
	Tools []struct {
		QualifiedName string `json:"qualified_name"`
		RequestPath   string `json:"request_path"`
	} `json:"tools"`
	Problems []any `json:"problems"`
	answer
}

// names are the qualified names of the tools, in the order listed.
func (c catalog) names() []string {
	var names []string
	for _, tool := range c.Tools {
		names = append(names, tool.QualifiedName)
	}
	return names
}

func (b bridge) list(t *testing.T, arguments string) catalog {
	t.Helper()
	return decode[catalog](t, b.use(t, "plugin_list_tools", arguments))
}

func (b bridge) call(t *testing.T, arguments string) answer {
	t.Helper()
	return decode[answer](t, b.use(t, "plugin_call_tool", arguments))
}

// use calls an MCP tool and returns the JSON of its result.
func (b bridge) use(t *testing.T, tool, arguments string) []byte {
	t.Helper()
	result, err := b.session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(result.Content[0].(*mcp.TextContent).Text)
	outcome := decode[answer](t, text).Outcome
	if isError := outcome == "refused" || outcome == "failed" || outcome == "unknown"; result.IsError != isError {
		t.Errorf("isError is %t for the outcome %q", result.IsError, outcome)
	}
	return text
}
