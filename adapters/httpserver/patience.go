package httpserver

import (
	"net/http"
	"time"
)

// writePatience is how long a client may take to read what one write of an answer
// sends. Otherwise one that does not read would hold its place among the requests
// under way for as long as it likes.
const writePatience = 30 * time.Second

// patient ends an answer whose client does not read it. Between two writes an
// event stream may be idle for as long as it likes.
func patient(next http.Handler, patience time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &patientAnswer{ResponseWriter: w, connection: http.NewResponseController(w), patience: patience}
		answer.within(0) // what the request before left on the connection
		next.ServeHTTP(answer, r)
		answer.within(patience) // what is still in the server's buffer
	})
}

type patientAnswer struct {
	http.ResponseWriter
	connection *http.ResponseController
	patience   time.Duration
}

// Write goes on with the answer.
func (a *patientAnswer) Write(p []byte) (int, error) {
	a.within(a.patience)
	defer a.within(0)
	return a.ResponseWriter.Write(p)
}

// FlushError sends what was written.
func (a *patientAnswer) FlushError() error {
	a.within(a.patience)
	defer a.within(0)
	return a.connection.Flush()
}

// within bounds the writes that follow; 0 bounds none, since in HTTP/2 a deadline
// that passes ends an idle stream, too.
func (a *patientAnswer) within(patience time.Duration) {
	var deadline time.Time
	if patience > 0 {
		deadline = time.Now().Add(patience)
	}
	_ = a.connection.SetWriteDeadline(deadline) // a connection without deadlines is a test's
}

// Unwrap lets an http.ResponseController reach the connection.
func (a *patientAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
