package gate

import (
	"context"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// NobodyAsked approves every write without asking a person: the gate alone
// decides.
type NobodyAsked struct{}

var _ ports.Approver = NobodyAsked{}

// Approve lets the write pass.
func (NobodyAsked) Approve(context.Context, domain.Proposal) (domain.Approval, error) {
	return domain.ApprovalOff, nil
}
