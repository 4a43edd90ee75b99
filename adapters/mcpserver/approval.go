package mcpserver

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// answerTime is how long a question waits for its answer, in either era.
const answerTime = 5 * time.Minute

// Approver asks the person behind the MCP client about a write, by elicitation.
// It is safe for concurrent use.
type Approver struct {
	policy   domain.ApprovalPolicy
	seal     seal
	nonces   ports.Nonces
	redactor ports.Redactor
	clock    ports.Clock
	log      *slog.Logger
}

var _ ports.Approver = (*Approver)(nil)

// NewApprover makes the approver. Replicas that share the key and the nonces
// accept each other's questions.
func NewApprover(policy domain.ApprovalPolicy, key StateKey, nonces ports.Nonces, redactor ports.Redactor, clock ports.Clock, log *slog.Logger) *Approver {
	return &Approver{policy: policy, seal: newSeal(key), nonces: nonces, redactor: redactor, clock: clock, log: log}
}

// Approve asks the person where the policy says so. What the client declares
// decides whether and how; but a call that comes back from a question is judged
// by the answer alone, whatever it declares this time.
func (a *Approver) Approve(ctx context.Context, proposal domain.Proposal) (domain.Approval, error) {
	if !a.policy.Asks(proposal.Tool.Effect) {
		return domain.ApprovalOff, nil
	}
	c := clientOf(ctx)
	switch {
	case c.state() != "":
		return a.judge(ctx, c, proposal)
	case !c.canBeAsked():
		return a.leave(proposal)
	case c.returnsAnswers():
		return "", a.ask(proposal)
	default:
		return a.await(ctx, c, proposal)
	}
}

// leave deals with a write that nobody can be asked about.
func (a *Approver) leave(proposal domain.Proposal) (domain.Approval, error) {
	if a.policy.Mode == domain.AskAlways {
		return "", fault.New(fault.ApprovalMissing, "a person must approve "+proposal.Tool.QualifiedName()+", and this client cannot ask one: it does not declare elicitation by form, or speaks a revision before "+answersReturn+" over HTTP")
	}
	return domain.NotAsked, nil
}

// ask makes the question of a multi-round-trip request (2026-07-28): the call
// ends here, and the client repeats it with the answer and the sealed state.
func (a *Approver) ask(proposal domain.Proposal) *domain.Question {
	ticket := newTicket(proposal, a.clock.Now().Add(answerTime))
	return &domain.Question{Text: a.text(proposal), State: a.seal.close(ticket)}
}

// judge decides on a call that came back from a question. The question is used
// up by the first call that fits it, whatever the answer is.
func (a *Approver) judge(ctx context.Context, c client, proposal domain.Proposal) (domain.Approval, error) {
	ticket, ok := a.seal.open(c.state())
	switch {
	case !ok:
		return "", unapproved("requestState is not as this bridge made it")
	case !a.clock.Now().Before(ticket.expires()):
		return "", unapproved("the question has expired")
	case ticket.Proposal != fingerprint(proposal):
		return "", unapproved("the person was asked about another request, or by another caller")
	}
	fresh, err := a.nonces.Spend(ctx, ticket.nonce(), ticket.expires())
	switch {
	case err != nil:
		a.log.ErrorContext(ctx, "the bridge cannot tell whether an approval was used before", "error", err)
		return "", unapproved("the bridge cannot tell whether the answer was used before")
	case !fresh:
		return "", unapproved("the answer was used already; look at what became of that call")
	}
	return decide(c.answer())
}

// await asks over the session and waits for the answer (up to 2025-11-25).
func (a *Approver) await(ctx context.Context, c client, proposal domain.Proposal) (domain.Approval, error) {
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	answer, err := c.request.Session.Elicit(asking, elicitation(a.text(proposal)))
	switch {
	case errors.Is(asking.Err(), context.DeadlineExceeded):
		return "", unapproved("nobody answered within " + answerTime.String())
	case err != nil:
		a.log.WarnContext(ctx, "a client that declares elicitation failed to ask", "tool", proposal.Tool.QualifiedName(), "error", err)
		return "", unapproved("the client could not ask the person")
	}
	return decide(answer)
}

// decide lets nothing pass but an explicit acceptance. No answer is nil.
func decide(answer *mcp.ElicitResult) (domain.Approval, error) {
	switch {
	case answer == nil:
		return "", unapproved("the call came back without an answer")
	case answer.Action == "accept":
		return domain.Approved, nil
	case answer.Action == "decline":
		return "", unapproved("the person declined")
	default:
		return "", unapproved("the person dismissed the question")
	}
}

func unapproved(reason string) error {
	return fault.New(fault.ApprovalRefused, "the write was not approved: "+reason)
}
