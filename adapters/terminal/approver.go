package terminal

import (
	"context"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Approver asks the person at the terminal before a write is sent.
type Approver struct {
	console  Console
	yes      bool
	redactor ports.Redactor
}

var _ ports.Approver = (*Approver)(nil)

// Yes is that the person agreed beforehand, on the command line.
type Yes bool

// NewApprover makes the approver.
func NewApprover(console Console, yes Yes, redactor ports.Redactor) *Approver {
	return &Approver{console: console, yes: bool(yes), redactor: redactor}
}

// Approve shows the request and waits for a yes. Where nobody can be asked, the
// write is refused.
func (a *Approver) Approve(ctx context.Context, proposal domain.Proposal) (domain.Approval, error) {
	if a.yes {
		return domain.Approved, nil
	}
	if !a.console.Asks {
		return "", fault.New(fault.ApprovalRefused, "nobody could be asked, because there is no terminal; --yes agrees beforehand")
	}
	if !a.console.Agrees(ctx, a.text(proposal)) {
		return "", fault.New(fault.ApprovalRefused, "the write was not confirmed with y or yes")
	}
	return domain.Approved, nil
}

func (a *Approver) text(p domain.Proposal) string {
	hide := func(text string) string { return a.redactor.Redact(text, p.Access.Token) }
	return "This will be sent, once:\n\n  " + strings.Join(p.Facts(hide), "\n  ") + "\n\nSend it? [y/N] "
}
