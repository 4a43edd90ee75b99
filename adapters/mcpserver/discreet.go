package mcpserver

import (
	"bytes"
	"net/http"
)

// discreet keeps the SDK from repeating a body that it could not read, which
// may hold anything, in its refusal.
func discreet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&discreetAnswer{ResponseWriter: w}, r)
	})
}

type discreetAnswer struct {
	http.ResponseWriter
	refusal bool
}

// WriteHeader begins the answer.
func (a *discreetAnswer) WriteHeader(status int) {
	a.refusal = status == http.StatusBadRequest
	a.ResponseWriter.WriteHeader(status)
}

// Write goes on with the answer; of a refusal the reason is left, not the quote.
func (a *discreetAnswer) Write(p []byte) (int, error) {
	if reason := []byte("malformed payload"); a.refusal && bytes.HasPrefix(p, append(reason, ':')) {
		_, err := a.ResponseWriter.Write(append(reason, '\n'))
		return len(p), err
	}
	return a.ResponseWriter.Write(p)
}

// Unwrap lets an http.ResponseController reach the connection.
func (a *discreetAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
