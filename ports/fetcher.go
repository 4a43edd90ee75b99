package ports

import (
	"context"

	"mcpbridge/domain"
)

// Fetcher carries out one bounded HTTP exchange with the source of truth
// (contract section 8). The sources of tools call it, also at the same time.
type Fetcher interface {
	// Fetch sends the request once, never again, and follows no redirect. It
	// returns what is known of the exchange, with a Fault in it unless the
	// answer was read whole. It ends when ctx does. A Fault never holds a
	// credential or a part of a body.
	Fetch(ctx context.Context, request Request) domain.Exchange
}

// Purpose is what a request is for; only operators are told.
type Purpose string

// The purposes.
const (
	Discovery Purpose = "discovery" // reading what tools there are
	Target    Purpose = "target"    // the one request of a call
	Readiness Purpose = "readiness" // whether the source answers at all
)

// Request is what a Fetcher sends.
type Request struct {
	Purpose       Purpose
	Method        domain.Method
	Path          string          // absolute, below the configured base, already checked
	Query         string          // encoded, without the question mark
	Headers       []domain.Header // already checked
	Authorization domain.Secret   // the whole header value; zero sends none
	Body          []byte          // JSON; nil sends none
	Fresh         bool            // asks caches on the way for a fresh answer

	// MaxBody is how many decompressed bytes of the answer are read; one more
	// is body_too_large. A larger Content-Length is refused before reading.
	MaxBody int
	// Allowance, if not nil, is charged for every byte while it is read.
	Allowance *domain.Allowance
}
