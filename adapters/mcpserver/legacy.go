package mcpserver

import (
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain/access"
)

// Limits of the legacy transport's streams, each of which lasts for as long as
// its client does.
const (
	maxStreams             = 256
	maxStreamsPerPrincipal = 16
	// pulse is how often a stream is written to, to find out whether the client
	// is still there; stalled is how long a write may take before it is not.
	pulse   = 20 * time.Second
	stalled = 10 * time.Second
)

// LegacyHandler speaks the HTTP+SSE transport of the revision 2024-11-05: a GET
// opens a stream, which tells where to POST messages and carries the answers.
// When stop ends, streams end once their calls do, after the grace period at
// the latest. A stream belongs to the principal who opened it.
func (s *Server) LegacyHandler(stop context.Context, grace time.Duration) http.Handler {
	return discreet(s.legacy(stop, grace))
}

func (s *Server) legacy(stop context.Context, grace time.Duration) *legacy {
	return &legacy{server: s, stop: stop, grace: grace, pulse: pulse, streams: map[string]*stream{}}
}

type legacy struct {
	server *Server
	stop   context.Context
	grace  time.Duration
	pulse  time.Duration

	mutex   sync.Mutex
	streams map[string]*stream // the live ones, by id
}

// stream is one live connection of a client.
type stream struct {
	principal string
	scopes    []access.Scope // what the opener may do, and so what its messages may
	transport *mcp.SSEServerTransport
}

// ServeHTTP opens a stream or takes a message for one.
func (l *legacy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet:
		l.open(w, r)
	case http.MethodPost:
		l.take(w, r)
	default:
		w.Header().Set("Allow", "GET, POST")
		http.Error(w, "the legacy transport takes GET and POST", http.StatusMethodNotAllowed)
	}
}

// open serves a stream until the client, the server or the connection ends it.
func (l *legacy) open(w http.ResponseWriter, r *http.Request) {
	id := rand.Text()
	line := &line{ResponseWriter: w, connection: http.NewResponseController(w)}
	opened := &stream{
		principal: app.Principal(r.Context()), scopes: allowed(r.Context()),
		transport: &mcp.SSEServerTransport{Endpoint: r.URL.Path + "?sessionid=" + id, Response: line, MaxRequestBodyBytes: maxMessageBytes},
	}
	if !l.admit(id, opened) {
		w.Header().Set("Retry-After", "10")
		http.Error(w, "too many streams are open", http.StatusServiceUnavailable)
		return
	}
	defer l.forget(id)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache, no-transform")
	life, leave := context.WithCancel(l.server.life)
	defer leave()
	// The stream outlives the request that opened it, and so each message on it
	// gets an id of its own.
	session, err := l.server.sdk.Connect(withLife(app.WithRequestID(r.Context(), ""), life), &draining{
		Transport: opened.transport, stop: l.stop, grace: l.grace, cancel: leave,
	}, nil)
	if err != nil {
		return // the client has gone before it was told where to send messages
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = session.Wait() // how a session ended is of no use here
	}()
	line.watch(r.Context(), ended, l.pulse)
	leave() // nobody is left to answer, so the calls end, as those of a request do
	_ = session.Close()
	<-ended
}

// allowed are the scopes of the caller.
func allowed(ctx context.Context) []access.Scope {
	return slices.DeleteFunc(access.AllScopes(), func(scope access.Scope) bool { return !app.Allows(ctx, scope) })
}

// take hands a message to its stream. Another principal's stream does not show,
// nor does one that was opened with other rights than the message comes with.
func (l *legacy) take(w http.ResponseWriter, r *http.Request) {
	l.mutex.Lock()
	found := l.streams[r.URL.Query().Get("sessionid")]
	l.mutex.Unlock()
	if found == nil || found.principal != app.Principal(r.Context()) || !slices.Equal(found.scopes, allowed(r.Context())) {
		http.Error(w, "there is no such stream", http.StatusNotFound)
		return
	}
	found.transport.ServeHTTP(w, r)
}

// admit counts a stream in, unless there are too many.
func (l *legacy) admit(id string, opened *stream) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own := 0
	for _, s := range l.streams {
		if s.principal == opened.principal {
			own++
		}
	}
	if len(l.streams) >= maxStreams || own >= maxStreamsPerPrincipal || l.stop.Err() != nil {
		return false
	}
	l.streams[id] = opened
	return true
}

func (l *legacy) forget(id string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	delete(l.streams, id)
}

// line is the answer of a stream. Writes have a deadline, so that a client that
// does not read is found out, and happen one at a time.
type line struct {
	http.ResponseWriter
	connection *http.ResponseController

	mutex sync.Mutex
}

// Write takes one event whole.
func (l *line) Write(p []byte) (int, error) {
	defer l.begin()()
	return l.ResponseWriter.Write(p)
}

// FlushError sends what was written.
func (l *line) FlushError() error {
	defer l.begin()()
	return l.connection.Flush()
}

// begin starts the time that a write may take and returns what ends it: in
// HTTP/2 a deadline that passes ends an idle stream, too.
func (l *line) begin() (end func()) {
	l.mutex.Lock()
	// A connection without deadlines is a test's, which reads.
	_ = l.connection.SetWriteDeadline(time.Now().Add(stalled))
	return func() {
		_ = l.connection.SetWriteDeadline(time.Time{})
		l.mutex.Unlock()
	}
}

// watch sends a comment now and then until one cannot be sent, or the client or
// the session ends.
func (l *line) watch(ctx context.Context, ended <-chan struct{}, pulse time.Duration) {
	beat := time.NewTicker(pulse)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ended:
			return
		case <-beat.C:
			_, err := l.Write([]byte(": still here\n\n"))
			if err != nil || l.FlushError() != nil {
				return
			}
		}
	}
}
