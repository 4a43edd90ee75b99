package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/test/built"
)

// The protocol revisions of the two eras: with a handshake, and without.
const (
	handshake = "2025-11-25"
	modern    = "2026-07-28"
)

const authToken = "e2e-0123456789abcdef0123456789abcdef"

// way is one way for a client to reach the bridge.
type way struct {
	name     string
	revision string
	connect  func(t *testing.T, revision string, environment ...string) *mcp.ClientSession
}

func ways() []way {
	return []way{
		{"stdio, " + handshake, handshake, overStdio},
		{"stdio, " + modern, modern, overStdio},
		{"HTTP, " + handshake, handshake, overHTTP},
		{"HTTP, " + modern, modern, overHTTP},
	}
}

// startDemo serves a demo whose record the test can read.
func startDemo(t *testing.T) *netboxdemo.Running {
	t.Helper()
	demo, err := netboxdemo.Start(netboxdemo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Close(context.Background()) })
	return demo
}

// reaching is the environment of a bridge that reaches the demo.
func reaching(demo *netboxdemo.Running, more ...string) []string {
	return append([]string{"NETBOX_URL=" + demo.URL(), "NETBOX_TOKEN=" + demo.Token()}, more...)
}

// command is a binary with nothing of the tester's own environment but the
// path, so that no setting or profile of theirs comes in.
func command(t *testing.T, binary string, environment []string, arguments ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(filepath.Join(binaries, binary), arguments...)
	c.Env = append(append(built.Home(t), "LOG_LEVEL=error"), environment...)
	c.Stderr = t.Output()
	return c
}

func overStdio(t *testing.T, revision string, environment ...string) *mcp.ClientSession {
	t.Helper()
	return session(t, revision, &mcp.CommandTransport{Command: command(t, "mcp-bridge-stdio", environment)})
}

func overHTTP(t *testing.T, revision string, environment ...string) *mcp.ClientSession {
	t.Helper()
	service := built.HTTP(t, binaries, append(environment, "NETBOX_MCP_AUTH_TOKEN="+authToken)...)
	return session(t, revision, &mcp.StreamableClientTransport{Endpoint: service.URL, HTTPClient: &http.Client{Transport: built.Bearer(authToken)}, DisableStandaloneSSE: true})
}

func session(t *testing.T, revision string, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "e2e", Version: "1"}, nil)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil && !errors.Is(err, mcp.ErrConnectionClosed) && !strings.Contains(err.Error(), "exit status") {
			t.Errorf("close the session: %v", err)
		}
	})
	return session
}

// call calls one of the two tools and returns its answer as text, where every
// number is still its token.
func call(t *testing.T, session *mcp.ClientSession, tool, arguments string) string {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	return result.Content[0].(*mcp.TextContent).Text
}

// answer is what the tests look at in a tool's answer.
type answer struct {
	Outcome, Code, Message, Stage, Retry, Next, Excerpt string
	Status                                              int
	Headers                                             map[string]string
	Body                                                json.RawMessage
	Request                                             struct {
		Method, Path, Query string
		Headers             []string
		Body                json.RawMessage
	}
	Findings []struct{ Pointer, Rule, Message string }
	Tools    []struct {
		Qualified   string `json:"qualified_name"`
		RequestPath string `json:"request_path"`
	}
	Problems []struct{ Plugin, Code, Error string }
	Counts   struct{ Plugins, Tools, Problems int }
}

func parsed(t *testing.T, text string) answer {
	t.Helper()
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return a
}
