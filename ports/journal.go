package ports

import (
	"context"

	"mcpbridge/domain"
)

// Journal keeps what was asked for and what became of it (contract section 6).
// The use cases call it, also at the same time.
type Journal interface {
	// Intend records a write before it is dispatched and returns the entry's
	// id, "" if no journal is kept. An error is a [fault.Fault] with code
	// journal_unavailable; nothing is sent then.
	Intend(ctx context.Context, intent domain.Intent) (string, error)
	// Conclude records the outcome of the write of that id. It must try even
	// if ctx has ended. An error is logged by the caller, who tells the
	// outcome all the same.
	Conclude(ctx context.Context, id string, result domain.Result) error
}
