package health

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mcpbridge/app"
	"mcpbridge/ports/portsmock"
)

// service is a service with two things that it depends on.
type service struct {
	*Health
	log   bytes.Buffer
	asked atomic.Int64

	source, journal error
	takes           time.Duration // of a probe
}

func newService() *service {
	s := &service{}
	probe := func(err *error) func(context.Context) error {
		return func(ctx context.Context) error {
			s.asked.Add(1)
			select {
			case <-time.After(s.takes):
				return *err
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	clock := &portsmock.ClockMock{NowFunc: time.Now}
	s.Health = New([]Probe{{"source", probe(&s.source)}, {"journal", probe(&s.journal)}}, clock, slog.New(slog.NewTextHandler(&s.log, nil)))
	return s
}

// get is what a path answers: its status and its body.
func (s *service) get(t *testing.T, method, path string) (int, string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	s.Before(next).ServeHTTP(recorder, httptest.NewRequestWithContext(app.WithRequestID(t.Context(), "R1"), method, path, nil))
	return recorder.Code, strings.TrimSpace(recorder.Body.String())
}

// expect demands an answer of /readyz.
func (s *service) expect(t *testing.T, when string, status int, body string) {
	t.Helper()
	if gotStatus, gotBody := s.get(t, http.MethodGet, ReadyPath); gotStatus != status || gotBody != body {
		t.Errorf("%s: %d %s, want %d %s", when, gotStatus, gotBody, status, body)
	}
}

const isReady = `{"status":"ready"}`

func TestOnlyTheTwoPathsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		for _, test := range []struct {
			method, path string
			status       int
		}{
			{http.MethodGet, AlivePath, 200}, {http.MethodHead, AlivePath, 200}, {http.MethodGet, ReadyPath, 200},
			{http.MethodPost, AlivePath, 418}, {http.MethodPost, ReadyPath, 418}, {http.MethodGet, "/healthz/", 418}, {http.MethodPost, "/mcp", 418},
			{http.MethodGet, "//healthz", 418},
		} {
			if status, _ := s.get(t, test.method, test.path); status != test.status {
				t.Errorf("%s %s: %d, want %d", test.method, test.path, status, test.status)
			}
		}
	})
}

func TestAliveDependsOnNothing(t *testing.T) {
	s := newService()
	s.source, s.journal = errors.New("down"), errors.New("down")
	if status, body := s.get(t, http.MethodGet, AlivePath); status != 200 || body != `{"status":"alive"}` || s.asked.Load() != 0 {
		t.Errorf("%d %s after %d probes", status, body, s.asked.Load())
	}
}

func TestReadinessNamesWhatFailsAndTheLogSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		s.expect(t, "at the start", 200, isReady)
		time.Sleep(fresh)
		s.source = errors.New("the connection was refused")
		s.expect(t, "one fails", 503, `{"status":"not ready","failing":["source"],"request_id":"R1"}`)
		time.Sleep(fresh)
		s.journal = errors.New("disk full")
		s.expect(t, "both fail", 503, `{"status":"not ready","failing":["source","journal"],"request_id":"R1"}`)
		for _, part := range []string{"because_of=source error=\"the connection was refused\"", "because_of=journal error=\"disk full\""} {
			if !strings.Contains(s.log.String(), part) {
				t.Errorf("%q is not in the log: %s", part, s.log.String())
			}
		}
		if strings.Contains(s.log.String(), "ready again") {
			t.Errorf("ready too early: %s", s.log.String())
		}
		time.Sleep(fresh)
		s.source, s.journal = nil, nil
		s.expect(t, "neither fails", 200, isReady)
		if strings.Count(s.log.String(), "ready again") != 1 {
			t.Errorf("the log does not tell of the end: %s", s.log.String())
		}
	})
}

func TestAnAnswerHoldsForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		s.expect(t, "at the start", 200, isReady)
		s.source = errors.New("down")
		time.Sleep(fresh - 1)
		s.expect(t, "just before its end", 200, isReady)
		if s.asked.Load() != 2 {
			t.Errorf("%d probes, want 2", s.asked.Load())
		}
		time.Sleep(time.Nanosecond)
		s.expect(t, "at its end", 503, `{"status":"not ready","failing":["source"],"request_id":"R1"}`)
		s.source = nil
		s.expect(t, "a bad answer holds, too", 503, `{"status":"not ready","failing":["source"],"request_id":"R1"}`)
		if s.asked.Load() != 4 {
			t.Errorf("%d probes, want 4", s.asked.Load())
		}
	})
}

func TestManyWhoAskCostOneCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		s.takes = time.Second
		var callers sync.WaitGroup
		for range 50 {
			callers.Go(func() { s.expect(t, "together", 200, isReady) })
		}
		callers.Wait()
		if s.asked.Load() != 2 {
			t.Errorf("%d probes, want 2", s.asked.Load())
		}
	})
}

func TestAProbeThatHangsCountsAsFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		s.takes = time.Hour
		begun := time.Now()
		s.expect(t, "after a while", 503, `{"status":"not ready","failing":["source","journal"],"request_id":"R1"}`)
		if took := time.Since(begun); took != patience {
			t.Errorf("took %v", took)
		}
	})
}

// A probe may wait where no context reaches, as in a call of the system.
func TestAProbeThatHeedsNothingHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		mended := make(chan struct{})
		s.Health = New([]Probe{{"disk", func(context.Context) error { s.asked.Add(1); <-mended; return nil }}}, s.clock, s.Health.log)
		for round := range 3 {
			begun := time.Now()
			s.expect(t, "while it hangs", 503, `{"status":"not ready","failing":["disk"],"request_id":"R1"}`)
			if took, most := time.Since(begun), patience; took > most || round > 0 && took > 0 {
				t.Errorf("round %d took %v", round, took)
			}
			time.Sleep(fresh) // so that the answer no longer holds; the time is the test's own
		}
		if s.asked.Load() != 1 {
			t.Errorf("asked %d times while the first goes on", s.asked.Load())
		}
		close(mended)
		synctest.Wait()
		s.expect(t, "after its end", 200, isReady)
	})
}

func TestAServiceThatEndsIsNotReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService()
		s.expect(t, "at the start", 200, isReady)
		s.Drain()
		s.expect(t, "while it ends", 503, `{"status":"ending","request_id":"R1"}`)
		if status, _ := s.get(t, http.MethodGet, AlivePath); status != 200 {
			t.Errorf("not alive: %d", status)
		}
	})
}
