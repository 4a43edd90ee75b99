// Package health answers whoever keeps the service running: is the process
// alive, and can it serve. It shows nothing else, so it asks nobody who they are.
package health

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"mcpbridge/app"
	"mcpbridge/ports"
)

// The paths that are answered.
const (
	AlivePath = "/healthz"
	ReadyPath = "/readyz"
)

const (
	// fresh is how long an answer holds, so that many who ask cost no more than one.
	fresh = 5 * time.Second
	// patience is how long a probe may take.
	patience = 3 * time.Second
)

// Health knows how the service is. It is safe for concurrent use.
type Health struct {
	probes []*asked
	clock  ports.Clock
	log    *slog.Logger

	draining atomic.Bool

	turn    chan struct{} // held by whoever checks, and guards what follows
	checked time.Time     // zero before the first check
	failing []string
}

// New makes a Health that depends on the probes.
func New(probes []Probe, clock ports.Clock, log *slog.Logger) *Health {
	return &Health{probes: askable(probes), clock: clock, log: log, turn: make(chan struct{}, 1)}
}

// Drain makes the service not ready for good: it is about to end.
func (h *Health) Drain() { h.draining.Store(true) }

// Before answers the two paths, to anybody, and leaves all others to next.
func (h *Health) Before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case reads && r.URL.Path == AlivePath:
			answer(w, http.StatusOK, report{Status: "alive"})
		case reads && r.URL.Path == ReadyPath:
			h.ready(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (h *Health) ready(w http.ResponseWriter, r *http.Request) {
	if h.draining.Load() {
		answer(w, http.StatusServiceUnavailable, report{Status: "ending", RequestID: app.RequestID(r.Context())})
		return
	}
	if failing := h.check(r.Context()); len(failing) > 0 {
		answer(w, http.StatusServiceUnavailable, report{Status: "not ready", Failing: failing, RequestID: app.RequestID(r.Context())})
		return
	}
	answer(w, http.StatusOK, report{Status: "ready"})
}

// check returns the names of the probes that fail. Those who ask while it is
// under way wait for the one answer; nobody's leaving cuts it short.
func (h *Health) check(ctx context.Context) []string {
	h.turn <- struct{}{}
	defer func() { <-h.turn }()
	if !h.checked.IsZero() && h.clock.Now().Sub(h.checked) < fresh {
		return h.failing
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	var failing []string
	for i, err := range h.probe(ctx) {
		if err != nil {
			failing = append(failing, h.probes[i].Name)
			h.log.WarnContext(ctx, "the service is not ready", "because_of", h.probes[i].Name, "error", err)
		}
	}
	if len(failing) == 0 && len(h.failing) > 0 {
		h.log.InfoContext(ctx, "the service is ready again")
	}
	h.checked, h.failing = h.clock.Now(), failing
	return failing
}

// probe asks all probes at once and returns their errors in their order.
func (h *Health) probe(ctx context.Context) []error {
	errs := make([]error, len(h.probes))
	var group sync.WaitGroup
	for i, probe := range h.probes {
		group.Go(func() { errs[i] = probe.ask(ctx) })
	}
	group.Wait()
	return errs
}

type report struct {
	Status  string   `json:"status"`
	Failing []string `json:"failing,omitempty"`
	// RequestID is given with errors, as in the service's other ones.
	RequestID string `json:"request_id,omitempty"`
}

func answer(w http.ResponseWriter, status int, said report) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(said)
}
