package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

// streamID is the id of every HTTP request to it.
const streamID = "STREAM7"

// legacyServer serves the legacy transport to whoever X-Principal names, with
// the scopes behind the name if there are any.
func legacyServer(stop context.Context, t *testing.T, pulse time.Duration, w *world) (*legacy, *httptest.Server) {
	t.Helper()
	handler := w.server(t).legacy(stop, time.Second)
	handler.pulse = pulse
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := app.WithRequestID(r.Context(), streamID)
		name, scopes, limited := strings.Cut(r.Header.Get("X-Principal"), " ")
		caller := access.Identity{Principal: name, Scopes: access.Unscoped()}
		if limited {
			caller.Scopes = access.ParseScopes(scopes)
		}
		ctx = app.WithIdentity(ctx, caller, nil)
		discreet(handler).ServeHTTP(w, r.WithContext(ctx))
	}))
	t.Cleanup(server.Close)
	return handler, server
}

func (l *legacy) live() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return len(l.streams)
}

// openStream opens a stream and returns where it wants its messages.
func openStream(t *testing.T, server *httptest.Server, principal string) (*http.Response, *bufio.Reader, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/sse", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Principal", principal)
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		return response, nil, ""
	}
	events := bufio.NewReader(response.Body)
	for {
		line, err := events.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if endpoint, found := strings.CutPrefix(line, "data: "); found {
			return response, events, strings.TrimSpace(endpoint)
		}
	}
}

func send(t *testing.T, server *httptest.Server, principal, endpoint, message string) int {
	t.Helper()
	status, _ := sendAndRead(t, server, principal, endpoint, message)
	return status
}

func sendAndRead(t *testing.T, server *httptest.Server, principal, endpoint, message string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+endpoint, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Principal", principal)
	request.Header.Set("Content-Type", "application/json")
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// What the transport refuses is not repeated, and can be found in the log.
func TestRefusalsOfTheLegacyTransportAreDiscreet(t *testing.T) {
	_, server := legacyServer(t.Context(), t, pulse, &world{})
	_, _, endpoint := openStream(t, server, "alice")
	for name, test := range map[string]struct{ endpoint, message, want string }{
		"an unknown method": {endpoint, `{"jsonrpc":"2.0","id":1,"method":"password=hunter2"}`, "JSON RPC not handled"},
		"no message":        {endpoint, `password=hunter2`, "failed to parse body"},
		"no stream":         {"/sse?sessionid=hunter2", `{}`, "there is no such stream"},
	} {
		status, text := sendAndRead(t, server, "alice", test.endpoint, test.message)
		if status < 400 || !strings.Contains(text, test.want) || !strings.Contains(text, "request_id "+streamID) || strings.Contains(text, "hunter2") {
			t.Errorf("%s: %d %q", name, status, text)
		}
	}
}

func TestOldClientsAreServed(t *testing.T) {
	handler, server := legacyServer(t.Context(), t, pulse, &world{})
	client := mcp.NewClient(&mcp.Implementation{Name: "old", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.SSEClientTransport{Endpoint: server.URL + "/sse", HTTPClient: server.Client()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"add","dry_run":true}`)})
	if err != nil || result.IsError || handler.live() != 1 {
		t.Errorf("%+v, %v, %d streams", result, err, handler.live())
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

func TestAStreamBelongsToWhoOpenedIt(t *testing.T) {
	_, server := legacyServer(t.Context(), t, pulse, &world{})
	_, _, endpoint := openStream(t, server, "alice")
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, test := range []struct {
		principal, endpoint string
		want                int
	}{
		{"mallory", endpoint, 404}, {"alice", "/sse?sessionid=guess", 404}, {"alice", "/sse", 404}, {"alice", endpoint, 202},
		{"alice bridge:read", endpoint, 404}, {"alice bridge:write", endpoint, 202}, {"alice bridge:admin", endpoint, 404},
	} {
		if got := send(t, server, test.principal, test.endpoint, ping); got != test.want {
			t.Errorf("%s to %s: status %d, want %d", test.principal, test.endpoint, got, test.want)
		}
	}
}

func TestStreamsAreCountedAndTheDeadAreRemoved(t *testing.T) {
	handler, server := legacyServer(t.Context(), t, time.Millisecond, &world{})
	var open []*http.Response
	for range maxStreamsPerPrincipal {
		response, events, _ := openStream(t, server, "alice")
		if _, err := events.ReadString(':'); err != nil { // the first beat
			t.Fatal(err)
		}
		open = append(open, response)
	}
	if response, _, _ := openStream(t, server, "alice"); response.StatusCode != 503 || response.Header.Get("Retry-After") == "" {
		t.Errorf("one more: status %d", response.StatusCode)
	}
	if response, _, _ := openStream(t, server, "bob"); response.StatusCode != 200 {
		t.Errorf("another principal's: status %d", response.StatusCode)
	}
	for _, response := range open {
		_ = response.Body.Close()
	}
	for deadline := time.Now().Add(10 * time.Second); handler.live() > 1; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d streams are still counted", handler.live())
		}
	}
}

// Whoever hangs up in the middle of a call ends that call, and nobody else's.
func TestAClientThatLeavesTakesOnlyItsOwnCallsAlong(t *testing.T) {
	begun, cancelled := make(chan struct{}), make(chan struct{})
	w := &world{dispatch: func(ctx context.Context, _ domain.Target) domain.Exchange {
		select {
		case begun <- struct{}{}:
			<-ctx.Done()
			close(cancelled)
			return domain.Exchange{Reach: domain.Sent}
		case <-cancelled: // the call of the one who stays
			return answered(200, `{}`)
		}
	}}
	handler, server := legacyServer(t.Context(), t, pulse, w)
	response, events, endpoint := openStream(t, server, "alice")
	next := func() {
		for line := ""; line != "\n"; {
			var err error
			if line, err = events.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
	}
	next() // what is left of the endpoint event
	send(t, server, "alice", endpoint, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`)
	next()
	send(t, server, "alice", endpoint, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	send(t, server, "alice", endpoint, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plugin_call_tool","arguments":{"plugin":"p","tool":"add"}}}`)
	<-begun
	_ = response.Body.Close()
	<-cancelled
	for deadline := time.Now().Add(10 * time.Second); handler.live() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the stream is still counted")
		}
	}
	if err := handler.server.life.Err(); err != nil {
		t.Fatalf("the server ended with the stream: %v", err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "old", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.SSEClientTransport{Endpoint: server.URL + "/sse", HTTPClient: server.Client()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"look"}`)})
	if err != nil || result.IsError {
		t.Errorf("another's call afterwards: %+v, %v", result, err)
	}
}

func TestStreamsEndWithTheService(t *testing.T) {
	stop, end := context.WithCancel(t.Context())
	handler, server := legacyServer(stop, t, pulse, &world{})
	_, events, _ := openStream(t, server, "alice")
	end()
	for {
		if _, err := events.ReadString('\n'); err != nil {
			break
		}
	}
	if response, _, _ := openStream(t, server, "alice"); response.StatusCode != 503 {
		t.Errorf("a stream after the end: status %d", response.StatusCode)
	}
	for deadline := time.Now().Add(10 * time.Second); handler.live() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the stream is still counted")
		}
	}
}
