package boundedhttp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// codingOverhead is how many bytes more than its content a coded body may have.
// Without a bound, a coding that yields nothing could go on until the timeout.
const codingOverhead = 64 << 10

// readBody reads the answer's body, decoded. What it read comes back even with
// a fault, at most request.MaxBody bytes.
func readBody(ctx context.Context, answer *http.Response, request ports.Request) ([]byte, *fault.Fault) {
	switch {
	case answer.StatusCode == http.StatusSwitchingProtocols:
		return nil, fault.New(fault.ResponseUnreadable, "the server left HTTP for another protocol")
	case request.Method == http.MethodHead:
		return nil, nil
	case answer.ContentLength > int64(request.MaxBody):
		return nil, tooLarge(request.MaxBody)
	}
	wire := bufio.NewReader(&meter{from: answer.Body, left: request.MaxBody + codingOverhead, limit: request.MaxBody})
	content, err := decode(answer.Header.Values("Content-Encoding"), wire)
	if err != nil {
		return nil, badBody(ctx, err)
	}
	body, err := io.ReadAll(&meter{from: content, left: request.MaxBody, limit: request.MaxBody, allowance: request.Allowance})
	return body, badBody(ctx, err)
}

// badBody puts the error that ended a body into a fault; nil is none.
func badBody(ctx context.Context, err error) *fault.Fault {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		return known
	}
	if ended := endOf(ctx); ended != nil {
		return ended
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.New(fault.ResponseUnreadable, "the body of the answer ended early")
	}
	return fault.New(fault.ResponseUnreadable, "the body of the answer broke off, or its coding is damaged")
}

func tooLarge(limit int) *fault.Fault {
	return fault.New(fault.BodyTooLarge, fmt.Sprintf("the body of the answer is larger than %d bytes", limit))
}

// meter lets so many bytes pass and fails at the next one. It charges what
// passes, so that the charge for a body does not depend on the pieces it came in.
type meter struct {
	from      io.Reader
	left      int
	limit     int               // of the body, as the fault tells it
	allowance *domain.Allowance // nil charges nobody
}

// Read implements [io.Reader].
func (m *meter) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	passed := min(n, m.left)
	m.left -= passed
	switch {
	case m.allowance != nil && !m.allowance.Take(passed):
		return passed, fault.New(fault.ScanBytes, "the bodies of this scan are together larger than it may read")
	case n > passed:
		return passed, tooLarge(m.limit)
	}
	return passed, err
}
