package bench

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"mcpbridge/domain"
	"mcpbridge/ports"
	"mcpbridge/test/bench/manyplugins"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const nowhere = "http://netbox.example"

func upstream(t *testing.T, delay time.Duration) *manyplugins.Server {
	t.Helper()
	server, err := manyplugins.New(delay)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func bridge(t *testing.T, fetcher ports.Fetcher, base string, concurrency int) *Bridge {
	t.Helper()
	made, err := NewBridge(fetcher, base, concurrency)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// listening puts the handler behind a socket, and the product's client and the
// peer before it.
func listening(t *testing.T, handler http.Handler, concurrency int) (*Bridge, Sequential) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	fetcher, err := NewFetcher(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fetcher.Close)
	return bridge(t, fetcher, server.URL, concurrency), Sequential{Client: server.Client(), Base: server.URL}
}

// direct hands requests to a handler without a network, which the bubble of
// synctest could not wait for. before is called first.
type direct struct {
	handler http.Handler
	before  func(path string)
}

func (d direct) Fetch(ctx context.Context, request ports.Request) domain.Exchange {
	d.before(request.Path)
	address := nowhere + request.Path
	if request.Query != "" {
		address += "?" + request.Query
	}
	answer := httptest.NewRecorder()
	d.handler.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, string(request.Method), address, http.NoBody))
	return domain.Exchange{Reach: domain.Answered, Status: answer.Code, Body: answer.Body.Bytes()}
}

// Every request takes one millisecond of the bubble's clock and the rest takes none,
// so that the clock counts the round trips that follow one another.
func TestRoundTripsOneAfterAnother(t *testing.T) {
	scan, call := (*Bridge).Scan, (*Bridge).Call
	for _, test := range []struct {
		name        string
		work        func(*Bridge, context.Context) error
		concurrency int
		rounds      int
	}{
		{"scan one at a time", scan, 1, 1 + 2*manyplugins.Plugins},
		{"scan 2 at a time", scan, 2, 1 + 2*manyplugins.Plugins/2},
		{"scan 8 at a time", scan, 8, 1 + 2*manyplugins.Plugins/8},
		{"scan 32 at a time", scan, 32, 1 + 2*manyplugins.Plugins/32},
		{"call", call, 1, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const round = time.Millisecond
				b := bridge(t, direct{upstream(t, round), func(string) {}}, nowhere, test.concurrency)
				start := time.Now()
				if err := test.work(b, t.Context()); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took != time.Duration(test.rounds)*round {
					t.Errorf("took %d rounds, want %d", took/round, test.rounds)
				}
			})
		})
	}
}

func TestBothSidesMakeTheSameRequests(t *testing.T) {
	server := upstream(t, 0)
	var mu sync.Mutex
	var seen []string
	recorded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen = append(seen, r.Method+" "+r.URL.RequestURI())
		mu.Unlock()
		server.ServeHTTP(w, r)
	})
	b, peer := listening(t, recorded, domain.DefaultConcurrency)
	made := func(work func(context.Context) error) []string {
		t.Helper()
		seen = nil
		if err := work(t.Context()); err != nil {
			t.Fatal(err)
		}
		slices.Sort(seen)
		return seen
	}
	for _, test := range []struct {
		name          string
		product, peer func(context.Context) error
		requests      int
	}{
		{"scan", b.Scan, peer.Scan, 257},
		{"call", b.Call, peer.Call, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			product, peer := made(test.product), made(test.peer)
			if len(product) != test.requests || !slices.Equal(product, peer) {
				t.Errorf("the product made %d requests, the peer %d, want the same %d", len(product), len(peer), test.requests)
			}
		})
	}
}

func TestTheAnswerIsTheSameAtEveryConcurrency(t *testing.T) {
	server := upstream(t, 0)
	var first []byte
	for _, concurrency := range []int{1, 2, 8, 32} {
		t.Run(fmt.Sprint(concurrency), func(t *testing.T) {
			b, _ := listening(t, server, concurrency)
			answer, err := b.Answer(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = answer
			}
			if !bytes.Equal(answer, first) {
				t.Error("the answer differs from the one at concurrency 1")
			}
		})
	}
}

// The last plugins answer first, by the bubble's clock.
func TestTheAnswerIsTheSameInWhateverOrderThePluginsAnswer(t *testing.T) {
	catalogs := map[string][]byte{}
	for name, order := range map[string]int{"in order": 1, "reversed": -1} {
		synctest.Test(t, func(t *testing.T) {
			server := upstream(t, 0)
			late := func(path string) {
				var place int
				if _, err := fmt.Sscanf(path[max(0, len(path)-len("000/")):], "%03d/", &place); err == nil {
					time.Sleep(time.Duration(200+order*place) * time.Millisecond)
				}
			}
			answer, err := bridge(t, direct{server, late}, nowhere, domain.MaxConcurrency).Answer(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			catalogs[name] = answer
		})
	}
	if !bytes.Equal(catalogs["in order"], catalogs["reversed"]) {
		t.Error("the order of the plugins' answers shows")
	}
}
