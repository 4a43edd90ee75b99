package bench

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestEveryClientOfALoadMakesTheCall(t *testing.T) {
	const clients = 8
	var waiting, calls atomic.Int64
	all := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		if waiting.Add(1) == clients {
			close(all) // only clients that work at the same time come this far
		}
		<-all
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer t" || !strings.Contains(string(body), `"name":"look","arguments":{"n":1}`) {
			w.WriteHeader(http.StatusBadRequest)
		}
		_, _ = io.WriteString(w, "seen")
	}))
	t.Cleanup(server.Close)
	call := ToolCall{URL: server.URL, Token: "t", Tool: "look", Arguments: `{"n":1}`, Shows: "seen"}
	result, err := Load{Clients: clients, Length: time.Millisecond}.Run(t.Context(), call)
	if err != nil || calls.Load() < clients || result.PerSecond <= 0 {
		t.Errorf("%d calls, %+v, %v", calls.Load(), result, err)
	}
}

func TestAWrongAnswerEndsALoad(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
	}{
		{"another status", http.StatusServiceUnavailable, "seen"},
		{"another body", http.StatusOK, "refused"},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			}))
			t.Cleanup(server.Close)
			call := ToolCall{URL: server.URL, Tool: "look", Arguments: `{}`, Shows: "seen"}
			if _, err := (Load{Clients: 2, Length: time.Minute}).Run(t.Context(), call); err == nil {
				t.Error("the load went on")
			}
		})
	}
}

func TestThroughputCountsCallsAndTakesTheirRanks(t *testing.T) {
	var taken []time.Duration
	for i := 101; i > 0; i-- {
		taken = append(taken, time.Duration(i))
	}
	if got, want := throughput(taken, 2*time.Second), (Throughput{PerSecond: 50.5, P50: 51, P99: 100}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
