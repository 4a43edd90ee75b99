package httpserver

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// What a request's body may be. The MCP handler has the same limit.
const (
	maxBodyBytes = 1 << 20
	bodyTimeout  = 20 * time.Second // to send the whole of it
)

// limitBody refuses a body that is announced as too large, cuts one off that
// turns out to be, and gives the client a limited time to send it. A deadline
// for the whole request would also end the answer, which may be a long stream.
func (p Policy) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxBodyBytes {
			w.Header().Set("Connection", "close") // what comes is not worth reading
			p.refuse(w, r, guardBody, refusal{
				status: http.StatusRequestEntityTooLarge, code: "body_too_large", message: "a request has at most 1 MiB",
			})
			return
		}
		if r.Body != http.NoBody {
			connection := http.NewResponseController(w)
			// A connection without deadlines is a test's, which has no slow client.
			_ = connection.SetReadDeadline(time.Now().Add(bodyTimeout))
			r.Body = &timedBody{ReadCloser: http.MaxBytesReader(w, r.Body, maxBodyBytes), connection: connection, tooLarge: sync.OnceFunc(func() { p.refused(guardBody) })}
		}
		next.ServeHTTP(w, r)
	})
}

// timedBody takes the deadline off the connection when all was read, since the
// server goes on reading from it to learn whether the client is still there.
type timedBody struct {
	io.ReadCloser
	connection *http.ResponseController
	tooLarge   func() // is told where the limit cuts the body off
}

// Read reads on until the end, the limit or the deadline.
func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if _, cut := errors.AsType[*http.MaxBytesError](err); cut {
		b.tooLarge()
	}
	if errors.Is(err, io.EOF) {
		_ = b.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}
