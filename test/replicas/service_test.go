package replicas

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/test/built"
	"mcpbridge/test/postgres"
)

const token = "replicas-0123456789abcdef0123456789abcdef"

// service is several replicas behind one address.
type service struct {
	url      string
	database string
	bearer   string // what clients present
	replicas []*built.Service

	mutex sync.Mutex
	next  int
	calls []call // those that were passed on
}

// call is one request for a tool and the replica that it went to.
type call struct {
	replica int
	body    string
}

// start runs so many replicas that reach the source of truth at upstream.
func start(t *testing.T, count int, upstream, upstreamToken string, environment ...string) *service {
	t.Helper()
	s := &service{database: postgres.Start(t).Database(t), bearer: token}
	key := filepath.Join(t.TempDir(), "state-key")
	if err := os.WriteFile(key, []byte(base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))), 0o600); err != nil {
		t.Fatal(err)
	}
	common := append([]string{
		"NETBOX_URL=" + upstream, "NETBOX_TOKEN=" + upstreamToken, "NETBOX_MCP_AUTH_TOKEN=" + token, "NETBOX_MCP_ALLOW_MUTATIONS=1",
		"BRIDGE_JOURNAL=" + s.database, "BRIDGE_STATE_KEY_FILE=" + key,
	}, environment...)
	for range count {
		s.replicas = append(s.replicas, built.HTTP(t, binaries, common...))
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:       s.choose,
		FlushInterval: -1,                         // events as they come
		ErrorLog:      log.New(io.Discard, "", 0), // a killed replica is the point
	})
	t.Cleanup(proxy.Close)
	s.url = proxy.URL + "/mcp"
	return s
}

// choose gives each request to the next replica.
func (s *service) choose(r *httputil.ProxyRequest) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	replica := s.next % len(s.replicas)
	s.next++
	target, _ := url.Parse(s.replicas[replica].URL) // which the replica printed
	target.Path = ""
	r.SetURL(target)
	body, _ := io.ReadAll(r.In.Body)
	r.Out.Body, r.Out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	if strings.Contains(string(body), "tools/call") {
		s.calls = append(s.calls, call{replica, string(body)})
	}
}

// toolCalls are the requests for a tool so far.
func (s *service) toolCalls() []call {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]call(nil), s.calls...)
}

// connect is a client of the service; elicit answers for its person.
func (s *service) connect(t *testing.T, elicit func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error)) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "replicas", Version: "1"}, &mcp.ClientOptions{ElicitationHandler: elicit})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url, HTTPClient: &http.Client{Transport: built.Bearer(s.bearer)}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func startDemo(t *testing.T) *netboxdemo.Running {
	t.Helper()
	demo, err := netboxdemo.Start(netboxdemo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Close(context.Background()) })
	return demo
}
