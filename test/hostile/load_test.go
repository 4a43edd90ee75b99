package hostile

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"mcpbridge/adapters/httpserver"
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/adapters/sharedtoken"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/domain/fault"
)

const (
	loadClients  = 100
	defaultCalls = 1000 // LOAD_CALLS asks for another number
	loadToken    = "load-0123456789abcdef0123456789abcdef"
	// maxGrowth is how much more memory may live after all calls than after a
	// quarter of them; the demo keeps every write of them. A leak of half a KiB
	// a call shows in 10,000 calls.
	maxGrowth = 4 << 20
	// settleTime is how long connections and goroutines may take to go.
	settleTime = 10 * time.Second
)

// Every client calls reads and writes, and a tenth of the upstream's answers
// are faulty. What the clients are told must add up, kind by kind, to what was
// done to their calls; no call is lost, doubled or taken for another.
func TestLoadAddsUpAndLeaksNothing(t *testing.T) {
	calls := defaultCalls
	if text := os.Getenv("LOAD_CALLS"); text != "" {
		var err error
		if calls, err = strconv.Atoi(text); err != nil {
			t.Fatal("LOAD_CALLS:", err)
		}
	}
	demo := netboxdemo.New(netboxdemo.Options{})
	saboteur := &saboteur{demo: demo.Handler(), chance: rand.New(rand.NewPCG(4, 7))}
	upstream := serveHTTP(t, saboteur)
	bridge := newBridge(t, reaching{url: upstream, token: demo.Token()})
	endpoint := serveBridge(t, bridge)

	fillRecord(demo)
	start := warmUp(t, endpoint, bridge)
	clients := connect(t, endpoint, loadClients)
	told := &tally{}
	told.run(t, clients, calls/4)
	early := liveBytes()
	told.run(t, clients, calls-calls/4)
	late := liveBytes()
	clients.close(t)

	if want, got := saboteur.expected.counts(), told.counts(); !maps.Equal(want, got) {
		t.Errorf("the clients were told\n%v, want\n%v", got, want)
	}
	if applied := demo.Applied(); int64(applied[len(applied)-1].Sequence) != saboteur.applied.Load() {
		t.Errorf("%d writes took effect, want %d", applied[len(applied)-1].Sequence, saboteur.applied.Load())
	}
	if late > early+maxGrowth {
		t.Errorf("the live heap grew from %d to %d KiB", early>>10, late>>10)
	}
	bridge.close()
	awaitCensus(t, start)
	t.Logf("%d calls: %v; live heap %d KiB, then %d KiB", calls, told.counts(), early>>10, late>>10)
}

// serveHTTP serves a handler until the test ends.
func serveHTTP(t *testing.T, handler http.Handler) (url string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	server := &http.Server{Handler: handler, ReadHeaderTimeout: settleTime}
	go func() {
		defer close(served)
		_ = server.Serve(listener) // ends when the server is closed
	}()
	t.Cleanup(func() {
		server.Close()
		<-served
	})
	return "http://" + listener.Addr().String()
}

// serveBridge serves MCP over HTTP as the binary does.
func serveBridge(t *testing.T, b bridge) (endpoint string) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := mcpserver.New(mcpserver.Identity{Name: "load", Version: "1"}, b.lister, b.caller, nil, nil, log)
	callers, err := sharedtoken.New(func() (access.Tokens, error) {
		return access.Tokens{}.With(access.NamedDigest{Name: "load", Digest: access.DigestOf(domain.NewSecret(loadToken))}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Without limits: the load is what is under test.
	policy := httpserver.Policy{Authenticator: callers, Schemes: []string{"Bearer"}, Log: log}
	handler := httpserver.Identify(httpserver.NewHandler(httpserver.Protocols{Streamable: server.Handler()}, policy))
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		served <- httpserver.Serve(ctx, listener, handler, settleTime, server.Cancel, log)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Errorf("the bridge did not stop cleanly: %v", err)
		}
	})
	return "http://" + listener.Addr().String() + httpserver.Endpoint
}

// fillRecord lets the demo remember as many requests as it ever will.
func fillRecord(demo *netboxdemo.Server) {
	request := httptest.NewRequest(http.MethodGet, "/api/plugins/", nil)
	for _, name := range []string{"Accept", "Accept-Encoding", "Cache-Control", "User-Agent"} {
		request.Header.Set(name, "as the bridge sends it")
	}
	for range 4096 {
		demo.Handler().ServeHTTP(httptest.NewRecorder(), request)
	}
}

// warmUp lets everything serve once, which starts what stays, and returns the
// population once the connections are gone.
func warmUp(t *testing.T, endpoint string, b bridge) population {
	t.Helper()
	before := census(t)
	before.goroutines = math.MaxInt // those that stay are yet to start
	one := connect(t, endpoint, 1)
	if _, err := one.sessions[0].ListTools(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	one.close(t)
	b.close()
	awaitCensus(t, before)
	return census(t)
}

// clients are sessions over one pool of connections.
type clients struct {
	sessions []*mcp.ClientSession
	pool     *http.Transport
}

func connect(t *testing.T, endpoint string, n int) clients {
	t.Helper()
	c := clients{pool: &http.Transport{MaxIdleConnsPerHost: n}}
	for range n {
		client := mcp.NewClient(&mcp.Implementation{Name: "load", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
			Endpoint: endpoint, HTTPClient: &http.Client{Transport: bearer{c.pool}}, DisableStandaloneSSE: true,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.sessions = append(c.sessions, session)
	}
	return c
}

func (c clients) close(t *testing.T) {
	t.Helper()
	for _, session := range c.sessions {
		if err := session.Close(); err != nil {
			t.Errorf("close a session: %v", err)
		}
	}
	c.pool.CloseIdleConnections()
}

// bearer adds the token to every request.
type bearer struct{ *http.Transport }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+loadToken)
	return b.Transport.RoundTrip(r)
}

// tally counts how calls ended.
type tally struct {
	mu    sync.Mutex
	ends  map[string]int
	calls int // made so far
}

func (a *tally) add(end string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ends == nil {
		a.ends = map[string]int{}
	}
	a.ends[end]++
}

func (a *tally) counts() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.ends)
}

// run makes so many calls, spread over all clients at the same time.
func (a *tally) run(t *testing.T, c clients, calls int) {
	t.Helper()
	numbers := make(chan int, calls)
	for range calls {
		numbers <- a.calls
		a.calls++
	}
	close(numbers)
	var group errgroup.Group
	for _, session := range c.sessions {
		group.Go(func() error {
			for number := range numbers {
				end, err := callOnce(t.Context(), session, number)
				if err != nil {
					return err
				}
				a.add(end)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}

// callOnce makes the call of that number, every second one a write, and tells
// how it ended.
func callOnce(ctx context.Context, session *mcp.ClientSession, number int) (string, error) {
	arguments := `{"plugin":"config_audit","tool":"list_findings"}`
	if number%2 == 1 {
		arguments = fmt.Sprintf(`{"plugin":"config_audit","tool":"record_reading","arguments":{"device":"load","metric":"octets","value":%d}}`, number)
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "plugin_call_tool", Arguments: stdjson.RawMessage(arguments)})
	if err != nil {
		return "", fmt.Errorf("call %d: %w", number, err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	var told struct {
		Outcome domain.Outcome
		Code    fault.Code
		Status  int
	}
	if err := stdjson.Unmarshal([]byte(text), &told); err != nil {
		return "", fmt.Errorf("call %d: %w", number, err)
	}
	return end(told.Outcome, told.Code, told.Status), nil
}

// end names how a call ended.
func end(outcome domain.Outcome, code fault.Code, status int) string {
	return fmt.Sprintf("%s %s %d", outcome, code, status)
}

// population is what a leak would add to.
type population struct{ goroutines, descriptors int }

// census counts the process's goroutines and, where /proc tells, its open files.
func census(t *testing.T) population {
	t.Helper()
	counted := population{goroutines: runtime.NumGoroutine()}
	if runtime.GOOS == "linux" {
		open, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		counted.descriptors = len(open)
	}
	return counted
}

// awaitCensus waits until there is no more than at the start.
func awaitCensus(t *testing.T, start population) {
	t.Helper()
	giveUp := time.After(settleTime)
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		now := census(t)
		if now.goroutines <= start.goroutines && now.descriptors <= start.descriptors {
			return
		}
		select {
		case <-again.C:
		case <-giveUp:
			t.Errorf("%+v at the end, want at most %+v", now, start)
			return
		}
	}
}

// liveBytes is what is reachable.
func liveBytes() uint64 {
	runtime.GC()
	return heapBytes()
}
