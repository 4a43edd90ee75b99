package prometheus

import (
	"context"
	"errors"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// What the gate decides.
const (
	admitted = "admitted"
	closed   = "closed"
)

// Gate counts the decisions of next.
func (m *Metrics) Gate(next ports.MutationGate) ports.MutationGate { return gate{m, next} }

type gate struct {
	*Metrics
	next ports.MutationGate
}

// Admit implements [ports.MutationGate].
func (g gate) Admit(ctx context.Context, tool domain.Tool) error {
	err := g.next.Admit(ctx, tool)
	decision := admitted
	if err != nil {
		decision = closed
	}
	g.Metrics.gate.WithLabelValues(string(tool.Effect), decision).Inc()
	return err
}

// Approver counts the decisions of next.
func (m *Metrics) Approver(next ports.Approver) ports.Approver { return approver{m, next} }

type approver struct {
	*Metrics
	next ports.Approver
}

// Approve implements [ports.Approver].
func (a approver) Approve(ctx context.Context, proposal domain.Proposal) (domain.Approval, error) {
	approval, err := a.next.Approve(ctx, proposal)
	a.approvals.WithLabelValues(string(proposal.Tool.Effect), approvalLabel(approval, err)).Inc()
	return approval, err
}

func approvalLabel(approval domain.Approval, err error) string {
	if _, isQuestion := errors.AsType[*domain.Question](err); isQuestion {
		return asked
	}
	return codeOr(err, strings.ReplaceAll(string(approval), " ", "_"))
}
