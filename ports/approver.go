package ports

import (
	"context"

	"mcpbridge/domain"
)

// Approver asks a person about a write before it leaves (contract section 6).
// The use cases call it, also at the same time.
type Approver interface {
	// Approve returns how the write was let through; nothing is sent after an
	// error. A [domain.Question] says that a person must be asked first: the
	// call then begins anew with the answer. Any other error is a
	// [fault.Fault] with code approval_refused or approval_unavailable.
	Approve(ctx context.Context, proposal domain.Proposal) (domain.Approval, error)
}
