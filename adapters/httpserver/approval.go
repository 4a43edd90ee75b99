package httpserver

import (
	"bytes"
	"io"
	"net/http"
	"sync/atomic"

	"mcpbridge/app"
	"mcpbridge/domain/access"
)

// onApproval serves a caller whose credential only the source of truth can
// judge. If it does not accept the credential before the answer has begun, and
// the request holds one message only, the whole request is about identity and
// the answer becomes a 401. Later, or where other messages of a batch may have
// had an effect that must be told, the refusal stays inside the answer.
// judged hears each verdict.
func (p Policy) onApproval(next http.Handler, identity access.Identity, judged func(accepted bool)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := &watchedBody{ReadCloser: r.Body}
		answer := &heldAnswer{ResponseWriter: w, refuse: func() { p.challenge(w, r, http.StatusUnauthorized, "invalid_token") }}
		hear := func(accepted bool) {
			judged(accepted)
			if !accepted {
				answer.disowned.Store(body.isOneMessage())
			}
		}
		r = r.WithContext(app.WithIdentity(r.Context(), identity, hear))
		r.Body = body
		next.ServeHTTP(answer, r)
	})
}

// watchedBody remembers the first character of a JSON text while it is read.
type watchedBody struct {
	io.ReadCloser
	first atomic.Int32
}

// Read reads on.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if text := bytes.TrimLeft(p[:n], " \t\r\n"); len(text) > 0 && b.first.Load() == 0 {
		b.first.Store(int32(text[0]))
	}
	return n, err
}

func (b *watchedBody) isOneMessage() bool { return b.first.Load() == '{' }

// heldAnswer decides with the first byte of an answer whether it is given at
// all. As with every ResponseWriter, one goroutine writes at a time; disowned
// may be set from another.
type heldAnswer struct {
	http.ResponseWriter
	refuse   func()
	disowned atomic.Bool
	begun    bool
	dropped  bool
}

// WriteHeader begins the answer, or gives the refusal in its place.
func (a *heldAnswer) WriteHeader(status int) {
	if a.begun {
		return
	}
	a.begun = true
	if a.disowned.Load() {
		a.dropped = true
		a.refuse()
		return
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write goes on with the answer; one that was refused is dropped.
func (a *heldAnswer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.dropped {
		return len(p), nil
	}
	return a.ResponseWriter.Write(p)
}

// Unwrap lets an http.ResponseController reach the connection.
func (a *heldAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
