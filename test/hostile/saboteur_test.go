package hostile

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// faultShare is how many of a thousand answers are faulty.
const faultShare = 100

// saboteur stands between the bridge and a demo. For each call it notes how
// the call must end, from what was done to it. It leaves plugins' roots alone:
// they are asked for at the same time as the listing, so that two faults could
// meet in one call.
type saboteur struct {
	demo     http.Handler
	expected tally
	applied  atomic.Int64 // writes that the demo carried out

	mu     sync.Mutex
	chance *rand.Rand
}

// sabotage is one way to spoil an answer.
type sabotage struct {
	spoil       func(w http.ResponseWriter, honest *httptest.ResponseRecorder)
	applies     bool // the demo has done by then what it was asked for
	status      int  // that the bridge sees
	keepsStatus bool // it sees the honest one

	listing, manifest, target fault.Code // of the call's end
}

func sabotages() []sabotage {
	return []sabotage{
		{spoil: errorAnswer, status: 500, listing: fault.SourceStatus, manifest: fault.SourceStatus, target: fault.ResponseStatus},
		{spoil: pageAnswer, status: 200, listing: fault.SourceUnusable, manifest: fault.ManifestInvalid, target: fault.ResponseUnreadable},
		{spoil: resetAnswer, listing: fault.SourceDown, manifest: fault.SourceDown, target: fault.DispatchInterrupted},
		{spoil: resetAnswer, applies: true, listing: fault.SourceDown, manifest: fault.SourceDown, target: fault.DispatchInterrupted},
		{spoil: truncatedAnswer, applies: true, keepsStatus: true, listing: fault.SourceUnusable, manifest: fault.SourceUnusable, target: fault.ResponseUnreadable},
	}
}

// ServeHTTP answers as the demo does, or spoils it.
func (s *saboteur) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := placeOf(r.URL.Path)
	chosen := s.choose()
	if at == root || chosen == nil {
		if at == target {
			s.expected.add(end(domain.Completed, "", honestStatus(r.Method)))
		}
		s.ask(w, r, at)
		return
	}
	s.expected.add(chosen.end(at, r.Method))
	honest := httptest.NewRecorder()
	if chosen.applies {
		s.ask(honest, r, at)
	}
	chosen.spoil(w, honest)
}

// choose decides on the fate of an answer; nil leaves it as it is.
func (s *saboteur) choose() *sabotage {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.chance.IntN(1000) >= faultShare {
		return nil
	}
	all := sabotages()
	return &all[s.chance.IntN(len(all))]
}

// ask lets the demo answer, and notes a write before it happens.
func (s *saboteur) ask(w http.ResponseWriter, r *http.Request, at place) {
	if at == target && r.Method == http.MethodPost {
		s.applied.Add(1)
	}
	s.demo.ServeHTTP(w, r)
}

// end is how a call must end whose answer is spoilt.
func (a sabotage) end(at place, method string) string {
	status := a.status
	if a.keepsStatus {
		status = honestStatus(method)
	}
	switch {
	case at == listing:
		return end(domain.Refused, a.listing, 0)
	case at == manifest:
		return end(domain.Refused, a.manifest, 0)
	case method == http.MethodPost:
		return end(domain.Unknown, a.target, status)
	case a.target == fault.ResponseStatus: // which completes a read
		return end(domain.Completed, "", status)
	default:
		return end(domain.Failed, a.target, status)
	}
}

// honestStatus is that of the demo's answers to the calls of this test.
func honestStatus(method string) int {
	if method == http.MethodPost {
		return http.StatusCreated
	}
	return http.StatusOK
}

func placeOf(path string) place {
	switch {
	case path == "/api/plugins/":
		return listing
	case strings.HasSuffix(path, "/mcp/"):
		return manifest
	case strings.Count(path, "/") == 4:
		return root
	default:
		return target
	}
}

func errorAnswer(w http.ResponseWriter, _ *httptest.ResponseRecorder) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusInternalServerError)
	_, _ = w.Write([]byte(`{"detail":"A server error occurred."}`)) // a client that left is no fault
}

func pageAnswer(w http.ResponseWriter, _ *httptest.ResponseRecorder) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = w.Write([]byte("<html>Sign in</html>"))
}

func resetAnswer(w http.ResponseWriter, _ *httptest.ResponseRecorder) {
	abort(hijack(w))
}

// truncatedAnswer promises the whole of an answer and ends half-way.
func truncatedAnswer(w http.ResponseWriter, honest *httptest.ResponseRecorder) {
	conn := hijack(w)
	defer conn.Close()
	body := honest.Body.String()
	fmt.Fprintf(conn, "HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s", honest.Code, len(body), cut(body))
}

func hijack(w http.ResponseWriter) net.Conn {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err) // the server does not speak HTTP/1
	}
	return conn
}
