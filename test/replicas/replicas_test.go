package replicas

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/test/built"
	"mcpbridge/test/evidence"
)

const replicas = 3

// A person's answer arrives at another replica than the question came from,
// and counts there; a second time it counts nowhere.
func TestApprovalLandsOnAnotherReplicaAndCountsOnce(t *testing.T) {
	demo := startDemo(t)
	s := start(t, replicas, demo.URL(), demo.Token(), "BRIDGE_APPROVE=required")
	session := s.connect(t, func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "accept"}, nil
	})
	told, err := evidence.Reserve(t.Context(), session, `{"prefix":"10.9.0.0/24","site":"ams1"}`, "")
	if err != nil || told.Outcome != domain.Completed {
		t.Fatalf("told %+v, %v", told, err)
	}
	calls := s.toolCalls()
	if len(calls) != 2 || calls[0].replica == calls[1].replica || !strings.Contains(calls[1].body, "requestState") {
		t.Fatalf("the calls went %+v", calls)
	}
	for range replicas {
		if text := s.replay(t, calls[1].body); !strings.Contains(text, string(fault.ApprovalRefused)) {
			t.Errorf("the replayed approval is answered with %s", text)
		}
	}
	if n := len(demo.Applied()); n != 1 {
		t.Errorf("%d writes happened, want 1", n)
	}
}

// replay sends a request once more, as whoever recorded it could.
func (s *service) replay(t *testing.T, body string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "plugin_call_tool",
	} {
		request.Header.Set(name, value)
	}
	response, err := built.Bearer(s.bearer).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A write that is unknown at one replica is not repeated blindly at another,
// whether callers share a token or bring the source of truth's own.
func TestTheGuardHoldsAcrossReplicas(t *testing.T) {
	for _, mode := range []string{"shared", "passthrough"} {
		t.Run(mode, func(t *testing.T) { guardAcrossReplicas(t, mode) })
	}
}

func guardAcrossReplicas(t *testing.T, mode string) {
	demo := netboxdemo.New(netboxdemo.Options{})
	var broken atomic.Bool
	broken.Store(true)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && broken.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		demo.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(upstream.Close)
	s := start(t, replicas, upstream.URL, demo.Token(), "BRIDGE_APPROVE=off", "BRIDGE_AUTH="+mode)
	if mode == "passthrough" {
		s.bearer = demo.Token()
	}
	session := s.connect(t, nil)
	const arguments = `{"prefix":"10.9.1.0/24","site":"ams1"}`
	first, err := evidence.Reserve(t.Context(), session, arguments, "")
	if err != nil || first.Outcome != domain.Unknown {
		t.Fatalf("told %+v, %v", first, err)
	}
	for range replicas {
		again, err := evidence.Reserve(t.Context(), session, arguments, "")
		if err != nil || again.Outcome != domain.Refused || again.Code != fault.UnknownUnsettled || again.Journal != first.Journal {
			t.Errorf("the blind repetition: %+v, %v", again, err)
		}
	}
	broken.Store(false)
	knowing, err := evidence.Reserve(t.Context(), session, arguments, first.Journal)
	if err != nil || knowing.Outcome != domain.Completed {
		t.Errorf("the knowing repetition: %+v, %v", knowing, err)
	}
}

// One replica is killed in the middle of a load. What it had under way is
// unknown; nothing that happened is missing, and nothing happened twice.
func TestNoRecordIsLostWithAReplica(t *testing.T) {
	const clients, writesEach = 12, 20
	demo := startDemo(t)
	s := start(t, replicas, demo.URL(), demo.Token(), "BRIDGE_APPROVE=off")
	var group sync.WaitGroup
	var told evidence.Completed
	halfway := make(chan struct{}, clients)
	for client := range clients {
		session := s.connect(t, nil)
		group.Go(func() {
			for i := range writesEach {
				if i == writesEach/2 {
					halfway <- struct{}{}
				}
				got, err := evidence.Reserve(t.Context(), session, fmt.Sprintf(`{"prefix":"10.%d.%d.0/24","site":"ams1"}`, 20+client, i), "")
				if err == nil {
					told.Add(got)
				}
			}
		})
	}
	<-halfway
	if err := s.replicas[0].Kill(); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	unknown, err := evidence.Compare(s.entries(t), demo.Applied(), &told)
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d writes applied, %d unknown", len(demo.Applied()), len(unknown))
}

// entries are all of the journal, after a start that found the killed replica.
func (s *service) entries(t *testing.T) []domain.Entry {
	t.Helper()
	options := sqljournal.Options{Clock: systemclock.Clock{}, Log: slog.New(slog.DiscardHandler)}
	journal, err := sqljournal.OpenPostgreSQL(t.Context(), s.database, options)
	return evidence.Entries(t, journal, err)
}
