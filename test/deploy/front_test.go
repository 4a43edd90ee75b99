package deploy

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/test/built"
)

const clientToken = "deploy-0123456789abcdef0123456789abcdef"

// upstream is a demo NetBox that holds back every request for one path.
type upstream struct {
	*netboxdemo.Server
	url     string
	release func() // lets all go, now and later
}

func startUpstream(t *testing.T, held string) *upstream {
	t.Helper()
	demo := netboxdemo.New(netboxdemo.Options{})
	released := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == held {
			select {
			case <-released:
			case <-r.Context().Done():
				return
			}
		}
		demo.Handler().ServeHTTP(w, r)
	}))
	u := &upstream{demo, server.URL, sync.OnceFunc(func() { close(released) })}
	t.Cleanup(func() {
		u.release()
		server.Close()
	})
	return u
}

// bridge starts the built bridge before the upstream, to be reached through a
// proxy as the page's unit is, and returns its URL.
func (u *upstream) bridge(t *testing.T, environment ...string) string {
	t.Helper()
	unit := readUnit(t).launch().env
	return built.HTTP(t, binaries, append([]string{
		"NETBOX_URL=" + u.url, "NETBOX_TOKEN=" + u.Token(), "NETBOX_MCP_AUTH_TOKEN=" + clientToken,
		"BRIDGE_ALLOWED_HOSTS=" + unit["BRIDGE_ALLOWED_HOSTS"], "BRIDGE_TRUSTED_PROXIES=" + unit["BRIDGE_TRUSTED_PROXIES"],
	}, environment...)...).URL
}

// findPrefix is a read that asks NetBox for prefixesPath.
func findPrefix() *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "plugin_call_tool", Arguments: map[string]any{"plugin": "ip_ledger", "tool": "find_prefix"}}
}

const (
	rootPath     = "/api/plugins/ip_ledger/"
	prefixesPath = "/api/plugins/ip_ledger/prefixes/"
)

// everyProxy runs the test behind each proxy of the page.
func everyProxy(t *testing.T, test func(t *testing.T, p proxy, snippet string)) {
	for name, p := range proxies() {
		t.Run(name, func(t *testing.T) { test(t, p, snippet(t, p.heading, p.language)) })
	}
}

func TestACallIsAnsweredThroughTheProxy(t *testing.T) {
	everyProxy(t, func(t *testing.T, p proxy, snippet string) {
		session := p.front(t, snippet, startUpstream(t, "").bridge(t)).connect(t, nil)
		result, err := session.CallTool(t.Context(), findPrefix())
		if err != nil {
			t.Fatal(err)
		}
		if outcome := outcomeOf(t, result); outcome != "completed" {
			t.Errorf("outcome %q: %v", outcome, result.StructuredContent)
		}
	})
}

func outcomeOf(t *testing.T, result *mcp.CallToolResult) string {
	t.Helper()
	var told struct{ Outcome string }
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &told); err != nil {
		t.Fatal(err)
	}
	return told.Outcome
}

// progressFirst reports whether progress arrives while the scan is held back,
// which only the progress or a failure of the scan ends.
func progressFirst(t *testing.T, p proxy, snippet string) bool {
	t.Helper()
	upstream := startUpstream(t, rootPath)
	arrived := make(chan struct{}, 16)
	session := p.front(t, snippet, upstream.bridge(t, "NETBOX_TIMEOUT=3s")).connect(t, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) {
			upstream.release()
			arrived <- struct{}{}
		},
	})
	list := &mcp.CallToolParams{Name: "plugin_list_tools"}
	list.SetProgressToken("scan")
	result, err := session.CallTool(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	<-arrived
	return strings.Contains(result.Content[0].(*mcp.TextContent).Text, "find_prefix")
}

func TestProgressArrivesBeforeTheResult(t *testing.T) {
	everyProxy(t, func(t *testing.T, p proxy, snippet string) {
		if !progressFirst(t, p, snippet) {
			t.Error("progress came with the result: the proxy holds events back")
		}
	})
}

// What the directive is for; and that the test above can fail.
func TestNginxWouldHoldProgressBack(t *testing.T) {
	nginx := proxies()["nginx"]
	if progressFirst(t, nginx, without(t, snippet(t, nginx.heading, nginx.language), "proxy_buffering     off;", "")) {
		t.Error("progress arrives without the directive")
	}
}

// without replaces a part of the snippet, which must be there.
func without(t *testing.T, snippet, part, by string) string {
	t.Helper()
	if strings.Count(snippet, part) != 1 {
		t.Fatalf("the snippet does not have %q once", part)
	}
	return strings.Replace(snippet, part, by, 1)
}

// nginx cuts a silent call after its own minute, or after what the directive
// says: a call is cut by the directive set to a second, and so the page's ten
// minutes are what is in effect.
func TestTheReadTimeoutIsWhatCutsASilentCall(t *testing.T) {
	nginx := proxies()["nginx"]
	text := without(t, snippet(t, nginx.heading, nginx.language), "proxy_read_timeout  10m;", "proxy_read_timeout 1s;")
	session := nginx.front(t, text, startUpstream(t, prefixesPath).bridge(t)).connect(t, nil)
	if result, err := session.CallTool(t.Context(), findPrefix()); err == nil {
		t.Errorf("the call was not cut: %v", result.StructuredContent)
	}
}

// A request whose answer is lost may be a write: the client is told, and
// nothing is sent again.
func TestTheProxySendsNothingTwice(t *testing.T) {
	everyProxy(t, func(t *testing.T, p proxy, snippet string) {
		var requests atomic.Int32
		dying := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			if requests.Add(1) > 1 { // on a connection that was good before
				panic(http.ErrAbortHandler)
			}
		}))
		t.Cleanup(dying.Close)
		way := p.front(t, snippet, dying.URL)
		for i, want := range []int{http.StatusOK, http.StatusBadGateway} {
			if status, body := way.post(t, "/mcp", ping); status != want {
				t.Errorf("request %d: status %d, want %d: %s", i, status, want, body)
			}
		}
		if n := requests.Load(); n != 2 {
			t.Errorf("two requests arrived as %d", n)
		}
	})
}

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// page is the origin of a page that the operator has let in.
const page = "https://chat.example.org"

func TestWhoComesThroughTheProxy(t *testing.T) {
	everyProxy(t, func(t *testing.T, p proxy, snippet string) {
		anyone := p.front(t, snippet, startUpstream(t, "").bridge(t, "BRIDGE_ALLOWED_ORIGINS="+page))
		for name, test := range map[string]struct {
			path, header, token string
			body                string
			want                int
		}{
			"an agent":                    {"/mcp", "", clientToken, ping, 200},
			"an agent without the token":  {"/mcp", "", "wrong", ping, 401},
			"a page that is listed":       {"/mcp", "Origin: " + page, clientToken, ping, 200},
			"a page of a foreign origin":  {"/mcp", "Origin: https://evil.example", clientToken, ping, 403},
			"a page of the service's own": {"/mcp", "Origin: https://" + host, clientToken, ping, 403},
			"another path":                {"/other", "", clientToken, ping, 404},
			"a path below the endpoint":   {"/mcp/other", "", clientToken, ping, 404},
			"a question for health":       {"/healthz", "", clientToken, ping, 404},
			"an old client":               {"/sse", "", clientToken, ping, 404},
			"the largest body":            {"/mcp", "", clientToken, ping + strings.Repeat(" ", 1<<20-len(ping)), 200},
		} {
			t.Run(name, func(t *testing.T) {
				caller := &way{anyone.at, anyone.transport, test.token}
				if status, body := caller.post(t, test.path, test.body, test.header); status != test.want {
					t.Errorf("status %d, want %d: %s", status, test.want, body)
				}
			})
		}
	})
}

// The bridge tells clients behind the proxy apart by their addresses, and none
// can pretend to have another's.
func TestTheClientsAddressComesThroughTheProxy(t *testing.T) {
	const welcome, stranger = "127.0.0.2", "127.0.0.3"
	everyProxy(t, func(t *testing.T, p proxy, snippet string) {
		anyone := p.front(t, snippet, startUpstream(t, "").bridge(t, "BRIDGE_ALLOWED_IPS="+welcome))
		for name, test := range map[string]struct {
			address, header string
			want            int
		}{
			"the address that may call": {welcome, "", 200},
			"another":                   {stranger, "", 403},
			"one that pretends":         {stranger, "X-Forwarded-For: " + welcome, 403},
		} {
			t.Run(name, func(t *testing.T) {
				if status, body := anyone.from(t, test.address).post(t, "/mcp", ping, test.header); status != test.want {
					t.Errorf("status %d, want %d: %s", status, test.want, body)
				}
			})
		}
	})
}

// Why the list of hosts is set, and why nginx must leave Host as it is.
func TestTheBridgeAnswersToItsNameAlone(t *testing.T) {
	nginx := proxies()["nginx"]
	text := snippet(t, nginx.heading, nginx.language)
	for name, test := range map[string]struct {
		snippet, environment, header string
	}{
		"a foreign name":          {text, "", "Host: evil.example"},
		"the name of the proxied": {without(t, text, "proxy_set_header    Host $host;", ""), "", ""},
		"its name without a list": {text, "BRIDGE_ALLOWED_HOSTS=", ""},
	} {
		t.Run(name, func(t *testing.T) {
			status, body := nginx.front(t, test.snippet, startUpstream(t, "").bridge(t, test.environment)).post(t, "/mcp", ping, test.header)
			if status != http.StatusForbidden || !strings.Contains(body, "host_refused") {
				t.Errorf("status %d: %s", status, body)
			}
		})
	}
}

func TestOldClientsComeThroughAFurtherPath(t *testing.T) {
	everyProxy(t, func(t *testing.T, p proxy, snippet string) {
		if !strings.Contains(document(t, "deploy.md"), "`"+p.further+"`") {
			t.Errorf("the page does not show %q", p.further)
		}
		bridge := startUpstream(t, "").bridge(t, "BRIDGE_LEGACY_SSE=on")
		session := p.front(t, without(t, snippet, p.path, p.further), bridge).connectLegacy(t)
		result, err := session.CallTool(t.Context(), findPrefix())
		if err != nil {
			t.Fatal(err)
		}
		if outcome := outcomeOf(t, result); outcome != "completed" {
			t.Errorf("outcome %q: %v", outcome, result.StructuredContent)
		}
	})
}
