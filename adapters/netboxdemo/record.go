package netboxdemo

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// kept is how many requests and how many mutations a demo remembers; the
// oldest are forgotten first.
const kept = 4096

// Request is one request that was received, whatever became of it.
type Request struct {
	Sequence int // from 1, in the order of arrival
	Time     time.Time
	Method   string
	Path     string
	Query    string      // as sent, still encoded
	Scheme   string      // of the Authorization header: Token, Bearer or ""
	Header   http.Header // without the credentials
}

// Mutation is one request of a method other than GET and HEAD whose effect has
// taken place: every one that was answered with 2xx, even if the answer was
// lost on its way.
type Mutation struct {
	Sequence  int // from 1, in the order in which they took effect
	Time      time.Time
	RequestID string // as in the answer's X-Request-ID
	Plugin    string
	Tool      string
	Method    string
	Path      string
	Body      []byte // as received
}

// Requests are the latest requests in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests.all()
}

// Applied are the latest mutations in the order in which they took effect.
func (s *Server) Applied() []Mutation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.applied.all()
}

func (s *Server) receive(r *http.Request) {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	header := r.Header.Clone()
	header.Del("Authorization")
	header.Del("Cookie")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests.add(Request{
		Sequence: s.requests.count + 1, Time: s.now(), Method: r.Method, Path: r.URL.Path,
		Query: r.URL.RawQuery, Scheme: scheme, Header: header,
	})
}

// apply records a mutation; the caller holds the lock.
func (s *Server) apply(mutation Mutation, now time.Time) {
	mutation.Sequence = s.applied.count + 1
	mutation.Time = now
	s.applied.add(mutation)
}

func isMutating(method string) bool {
	return method != http.MethodGet && method != http.MethodHead
}

// ring holds the latest values that were added to it.
type ring[T any] struct {
	values []T
	count  int // of all that were ever added
}

func (r *ring[T]) add(v T) {
	if len(r.values) < kept {
		r.values = append(r.values, v)
	} else {
		r.values[r.count%kept] = v
	}
	r.count++
}

// all is a copy of what is held, the oldest first.
func (r *ring[T]) all() []T {
	oldest := r.count % kept
	if len(r.values) < kept {
		oldest = 0
	}
	return slices.Concat(r.values[oldest:], r.values[:oldest])
}
