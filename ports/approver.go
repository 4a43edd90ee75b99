package ports

import (
	"context"

	"mcpbridge/domain"
)

// Approver asks a person about a write before it leaves (contract section 6).
type Approver interface {
	// Approve returns how the write was let through. An error is a
	// [fault.Fault] with code approval_refused; nothing is sent then.
	Approve(ctx context.Context, proposal domain.Proposal) (domain.Approval, error)
}
