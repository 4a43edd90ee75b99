package netboxdemo

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// apiVersion is what the demo claims to be, in the API-Version header.
const apiVersion = "4.5"

// Options of a demo. The zero Options make a demo at the root of its origin
// with a random token of a principal who is not staff.
type Options struct {
	// BasePath is the prefix of every path, such as /netbox; no slash at its end.
	BasePath string
	// Token is the one credential that is accepted: nbt_<key>.<secret>, or a
	// v1 token in any other form. Empty makes a random one of the first form.
	Token string
	// Staff lets the token read installed-plugins.
	Staff bool
	// Clock tells the time to the plugins and the records; nil is time.Now. It
	// is called with the records locked, so it must not ask the Server for them.
	Clock func() time.Time
	// Delay holds back every request, as a distant or busy NetBox would.
	Delay time.Duration
}

// Server is one demo. All of it may be used concurrently.
type Server struct {
	base  string
	token string
	now   func() time.Time
	delay time.Duration
	views map[string]view

	mu       sync.Mutex // makes a change of state and its record one step
	requests ring[Request]
	applied  ring[Mutation]
}

// New makes a demo with fresh state.
func New(options Options) *Server {
	s := &Server{base: options.BasePath, token: options.Token, now: options.Clock, delay: options.Delay}
	if s.token == "" {
		s.token = newToken()
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.views = views(plugins(), options.Staff)
	return s
}

// Token is the credential that the demo accepts.
func (s *Server) Token() string { return s.token }

// Handler serves the demo; tests wrap it with the faults they need.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.receive(r)
	if !wait(r.Context(), s.delay) {
		return
	}
	id := requestID()
	w.Header().Set("API-Version", apiVersion)
	w.Header().Set("X-Request-ID", id)
	s.answer(w, r, id).write(w)
}

// answer takes a request through the steps of a Django REST Framework view:
// resolve the path, authenticate, choose the method, parse, perform.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, id string) answer {
	path, below := strings.CutPrefix(r.URL.Path, s.base)
	view, known := s.views[path]
	if _, lacksSlash := s.views[path+"/"]; below && lacksSlash {
		w.Header().Set("Location", withSlash(*r.URL))
		return answer{status: http.StatusMovedPermanently}
	}
	if !below || !known {
		return detail(http.StatusNotFound, "Not found.")
	}
	w.Header().Set("Allow", view.allow())
	if refusal := s.authenticate(r); refusal != "" {
		return detail(http.StatusForbidden, refusal)
	}
	route, allowed := view.route(r.Method)
	if !allowed {
		return detail(http.StatusMethodNotAllowed, fmt.Sprintf("Method %q not allowed.", r.Method))
	}
	body, form, refused := readForm(w, r)
	if refused != nil {
		return *refused
	}
	mutation := Mutation{RequestID: id, Plugin: route.plugin, Tool: route.tool, Method: r.Method, Path: r.URL.Path, Body: body}
	return s.perform(route, call{form: form, root: origin(r) + s.base}, mutation)
}

// perform runs the operation and records the mutation if it was applied.
func (s *Server) perform(route route, c call, mutation Mutation) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.now = s.now().UTC()
	a := route.operation(c)
	if a.succeeded() && isMutating(mutation.Method) {
		s.apply(mutation, c.now)
	}
	return a
}

// withSlash is where Django sends a client that forgot the last slash.
func withSlash(asked url.URL) string {
	asked.Path += "/"
	return asked.RequestURI()
}

// wait holds a request back; false means that the client has gone meanwhile.
func wait(ctx context.Context, delay time.Duration) bool {
	if delay <= 0 {
		return true
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// origin is how the client reached the demo. As in NetBox it comes from the
// request, so a proxy that hides the scheme makes links that lead elsewhere.
func origin(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// requestID is a random UUID (RFC 9562 section 5.4).
func requestID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails: crypto/rand
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
