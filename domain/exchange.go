package domain

import (
	"strings"

	"mcpbridge/domain/fault"
)

// Reach is how far one HTTP exchange came.
type Reach int

// The stations of an exchange. In doubt the later one is the truth to assume.
const (
	NotSent  Reach = iota // no byte of the request left this process
	Sent                  // at least a part of it may have left
	Answered              // a status line and headers came back
)

// Exchange is what is known of one HTTP request and its answer.
type Exchange struct {
	Reach   Reach
	Status  int      // of the answer, 0 before one
	Headers []Header // of the answer, unfiltered
	Body    []byte   // decompressed; what was read of it if Fault is set
	Fault   *fault.Fault
	// Fault is nil if the answer was read whole. Otherwise its code says why
	// not: source_unreachable, source_timeout, cancelled, body_too_large,
	// scan_too_many_bytes, encoding_unsupported or response_unreadable.
}

// IsRedirect reports a status of the 3xx class.
func (x Exchange) IsRedirect() bool { return x.Status >= 300 && x.Status <= 399 }

// IsRefusal reports a status that is about who asks: 401 or 403.
func (x Exchange) IsRefusal() bool { return x.Status == 401 || x.Status == 403 }

// Header is the first value of a header, by its name in any case, and whether
// there is one.
func (x Exchange) Header(name string) (value string, found bool) {
	for _, h := range x.Headers {
		if strings.EqualFold(h.Name, name) {
			return h.Value, true
		}
	}
	return "", false
}

// IsSuccess reports a status of the 2xx class.
func (x Exchange) IsSuccess() bool { return x.Status >= 200 && x.Status <= 299 }
