package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/test/built"
)

func TestSelfTestShowsTheDemo(t *testing.T) {
	c := command(t, "mcp-bridge-stdio", nil, "--demo", "--selftest")
	output, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"4 plugins take part with 17 tools", "ip_ledger.reserve_prefix", "problem with legacy_sync", "completed, HTTP 200", "previewed: POST", "refused (gate_closed)"} {
		if !bytes.Contains(output, []byte(part)) {
			t.Errorf("%q is missing in\n%s", part, output)
		}
	}
}

func TestSelfTestSaysWhatCannotBeReachedAndWhatToDo(t *testing.T) {
	c := command(t, "mcp-bridge-stdio", []string{"NETBOX_URL=http://127.0.0.1:1/netbox/"}, "--selftest")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Run(); err == nil {
		t.Error("ended well")
	}
	for _, part := range []string{"http://127.0.0.1:1/netbox:", "refused", "check the URL"} {
		if !strings.Contains(stderr.String(), part) {
			t.Errorf("%q is missing in %q", part, stderr.String())
		}
	}
}

// Standard output carries a version only because nothing is served then.
func TestTheProgramsTellTheirVersion(t *testing.T) {
	ours, _, _ := cli(t, nil, "version")
	_, versions, _ := strings.Cut(ours, " ")
	for _, program := range []string{"mcp-bridge-stdio", "mcp-bridge-http"} {
		var out bytes.Buffer
		c := command(t, program, nil, "--version")
		c.Stdout = &out
		if err := c.Run(); err != nil || out.String() != program+" "+versions || versions == "" {
			t.Errorf("%v, printed %q, want %q", err, out.String(), program+" "+versions)
		}
	}
}

func TestEverySettingThatIsWrongHasALineOfItsOwn(t *testing.T) {
	c := command(t, "mcp-bridge-stdio", []string{"NETBOX_TIMEOUT=soon", "LOG_LEVEL=loud"}, "--demo")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	_ = c.Run() // the code says how it ended
	lines := strings.Split(stderr.String(), "\n")
	if c.ProcessState.ExitCode() != 2 || len(lines) != 3 || !strings.HasPrefix(lines[0], "mcp-bridge-stdio: NETBOX_TIMEOUT: ") || !strings.HasPrefix(lines[1], "mcp-bridge-stdio: LOG_LEVEL: ") {
		t.Errorf("ended with %d, said %q", c.ProcessState.ExitCode(), stderr.String())
	}
}

func TestBadSettingsStopTheStartWithOneLine(t *testing.T) {
	for name, test := range map[string]struct {
		binary      string
		environment []string
		arguments   []string
		want        string
	}{
		"no URL":           {"mcp-bridge-stdio", nil, nil, "NETBOX_URL"},
		"no auth token":    {"mcp-bridge-http", []string{"BRIDGE_DEMO=1"}, nil, "NETBOX_MCP_AUTH_TOKEN"},
		"blank auth token": {"mcp-bridge-http", []string{"BRIDGE_DEMO=1", "NETBOX_MCP_AUTH_TOKEN= "}, nil, "NETBOX_MCP_AUTH_TOKEN"},
		"bad timeout":      {"mcp-bridge-stdio", []string{"BRIDGE_DEMO=1", "NETBOX_TIMEOUT=soon"}, nil, "NETBOX_TIMEOUT"},
		"unknown flag":     {"mcp-bridge-stdio", nil, []string{"--demmo"}, "--help"},
		"a token as flag":  {"mcp-bridge-stdio", nil, []string{"--token=s3cr3t-token"}, "--help"},
	} {
		t.Run(name, func(t *testing.T) {
			c := command(t, test.binary, test.environment, test.arguments...)
			var stderr bytes.Buffer
			c.Stderr = &stderr
			stdout, err := c.Output()
			exit, failed := errors.AsType[*exec.ExitError](err)
			if !failed || exit.ExitCode() != 2 || len(stdout) > 0 {
				t.Errorf("ended with %v, printed %q", err, stdout)
			}
			if text := stderr.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, test.want) || strings.Contains(text, "s3cr3t") {
				t.Errorf("said %q", text)
			}
		})
	}
}

// A raw client sees the bytes that the SDK's client would decode: standard
// output holds nothing but the protocol, and structuredContent every token.
func TestStdoutCarriesOnlyTheProtocolWithExactNumbers(t *testing.T) {
	c := command(t, "mcp-bridge-stdio", []string{"BRIDGE_DEMO=1", "LOG_LEVEL=debug"})
	c.Stderr = io.Discard
	c.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plugin_call_tool","arguments":{"plugin":"ip_ledger","tool":"utilisation","arguments":{"prefix":"2001:db8::/36"}}}}
`)
	output, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	for _, line := range lines {
		var message struct{ JSONRPC string }
		if json.Unmarshal([]byte(line), &message) != nil || message.JSONRPC != "2.0" {
			t.Errorf("not of the protocol: %s", line)
		}
	}
	last := lines[len(lines)-1]
	_, structured, _ := strings.Cut(last, `"structuredContent"`)
	for _, number := range []string{":9223372036854775807,", ":10000000000000000000001}", ":1.10,"} {
		if !strings.Contains(structured, number) {
			t.Errorf("%s is missing in %s", number, last)
		}
	}
}

// slowDemo is a demo that holds back every write until it is released.
type slowDemo struct {
	*httptest.Server
	demo    *netboxdemo.Server
	arrived chan struct{}
	release chan struct{}
}

func startSlowDemo(t *testing.T) *slowDemo {
	t.Helper()
	s := &slowDemo{demo: netboxdemo.New(netboxdemo.Options{}), arrived: make(chan struct{}), release: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			s.arrived <- struct{}{}
			<-s.release
		}
		s.demo.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *slowDemo) reaching(more ...string) []string {
	return append([]string{"NETBOX_URL=" + s.URL, "NETBOX_TOKEN=" + s.demo.Token(), "NETBOX_MCP_ALLOW_MUTATIONS=1"}, more...)
}

const reserve = `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1"}}`

// The input ends, or SIGTERM comes, while a write is under way: within the
// grace period it is finished and answered.
func TestStdioFinishesCallsUnderWay(t *testing.T) {
	for name, stop := range map[string]func(in io.Closer, c *exec.Cmd) error{
		"input ends": func(in io.Closer, _ *exec.Cmd) error { return in.Close() },
		"SIGTERM":    func(_ io.Closer, c *exec.Cmd) error { return c.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			output, demo := stopDuringWrite(t, "10s", stop, true)
			if !strings.Contains(output, `"outcome":"completed"`) || len(demo.demo.Applied()) != 1 {
				t.Errorf("%d writes, answer %s", len(demo.demo.Applied()), output)
			}
		})
	}
}

// After the grace period the write is cancelled, and its caller is told that
// its outcome is unknown.
func TestStdioTellsUnknownAfterTheGracePeriod(t *testing.T) {
	output, _ := stopDuringWrite(t, "50ms", func(in io.Closer, _ *exec.Cmd) error { return in.Close() }, false)
	if !strings.Contains(output, `"outcome":"unknown"`) || !strings.Contains(output, `"code":"dispatch_interrupted"`) {
		t.Errorf("answer %s", output)
	}
}

func stopDuringWrite(t *testing.T, grace string, stop func(io.Closer, *exec.Cmd) error, release bool) (string, *slowDemo) {
	t.Helper()
	demo := startSlowDemo(t)
	c := command(t, "mcp-bridge-stdio", demo.reaching("BRIDGE_SHUTDOWN_GRACE="+grace))
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	c.Stdout = &output
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plugin_call_tool","arguments":`+reserve+`}}
`)
	if err != nil {
		t.Fatal(err)
	}
	<-demo.arrived
	if err := stop(in, c); err != nil {
		t.Fatal(err)
	}
	if release {
		close(demo.release)
	} else {
		defer close(demo.release)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	return output.String(), demo
}

func TestCancelledWriteIsSentOnceAndCancelledDiscoveryEnds(t *testing.T) {
	for _, way := range ways() {
		t.Run(way.name, func(t *testing.T) {
			demo := startSlowDemo(t)
			session := way.connect(t, way.revision, demo.reaching()...)
			ctx, cancel := context.WithCancel(t.Context())
			var calls sync.WaitGroup
			calls.Go(func() {
				if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: callTool, Arguments: json.RawMessage(reserve)}); err == nil {
					t.Error("the cancelled call was answered")
				}
			})
			<-demo.arrived
			cancel()
			calls.Wait()
			close(demo.release)
			if got := parsed(t, call(t, session, callTool, `{"plugin":"ip_ledger","tool":"find_prefix"}`)); got.Outcome != "completed" {
				t.Errorf("the session does not go on: %+v", got)
			}
			writes := 0
			for _, r := range demo.demo.Requests() {
				if r.Method == http.MethodPost {
					writes++
				}
			}
			if writes != 1 {
				t.Errorf("%d writes were sent, want 1", writes)
			}
		})
	}
}

func TestHTTPRefusesStrangers(t *testing.T) {
	url := built.HTTP(t, binaries, "BRIDGE_DEMO=1", "NETBOX_MCP_AUTH_TOKEN="+authToken).URL
	for name, test := range map[string]struct {
		header http.Header
		host   string
		want   int
	}{
		"no token":       {http.Header{}, "", http.StatusUnauthorized},
		"wrong token":    {http.Header{"Authorization": {"Bearer wrong"}}, "", http.StatusUnauthorized},
		"foreign origin": {http.Header{"Authorization": {"Bearer " + authToken}, "Origin": {"http://evil.example"}}, "", http.StatusForbidden},
		"foreign host":   {http.Header{"Authorization": {"Bearer " + authToken}}, "evil.example", http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
			if err != nil {
				t.Fatal(err)
			}
			request.Header = test.header
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept", "application/json, text/event-stream")
			request.Host = test.host
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != test.want {
				t.Errorf("status %d, want %d", response.StatusCode, test.want)
			}
		})
	}
}
