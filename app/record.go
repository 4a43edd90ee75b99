package app

import (
	"context"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// intend records a write before it leaves.
func (a *attempt) intend(ctx context.Context, approval domain.Approval) (err error) {
	entry := a.entry()
	entry.Approval = approval
	entry.Acknowledges = a.request.Acknowledge
	a.journal, err = a.Caller.journal.Intend(ctx, entry)
	a.intended = err == nil
	return err
}

// record keeps how the call ended. A write that was recorded before is
// concluded, even if its caller is gone or the bridge panicked; anything else
// is only noted.
func (a *attempt) record(ctx context.Context, result *domain.Result) {
	if result.Question != nil {
		return // the call has not ended
	}
	if !a.intended {
		entry := a.entry()
		entry.Conclusion = a.conclusion(result)
		a.Caller.journal.Note(ctx, entry)
		return
	}
	if err := a.Caller.journal.Conclude(context.WithoutCancel(ctx), a.journal, a.conclusion(result)); err != nil {
		a.log.ErrorContext(ctx, "the outcome of a write could not be recorded", "journal", a.journal, "outcome", result.Outcome, "error", err)
	}
}

// conclusion is the end of the call. A result without an outcome is what a
// panic leaves behind.
func (a *attempt) conclusion(result *domain.Result) domain.Conclusion {
	c := domain.Conclusion{Outcome: result.Outcome, Status: result.Status, Duration: a.clock.Now().Sub(a.begun)}
	switch {
	case result.Outcome == "" && a.intended:
		c.Outcome, c.Code = domain.Unknown, fault.Internal
	case result.Outcome == "":
		c.Outcome, c.Code = domain.Failed, fault.Internal
	case result.Fault != nil:
		c.Code = result.Fault.Code
	}
	return c
}

// entry is what the journal keeps of the call as far as it has come.
func (a *attempt) entry() domain.Entry {
	entry := domain.Entry{
		Time: a.begun, Principal: a.request.Access.Principal, Plugin: a.shown(a.request.Plugin), Tool: a.shown(a.request.Tool),
		Effect: a.tool.Effect, Method: a.tool.Method, Path: a.tool.RequestPath, Headers: domain.HeaderNames(a.target.Headers),
	}
	if !a.arguments.Is(strictjson.Absent) {
		entry.Digest = domain.ArgumentsDigest(a.arguments)
		if a.Caller.journal.KeepsArguments() {
			entry.Arguments = a.redactor.Redact(string(a.arguments.Raw()), a.request.Access.Token)
		}
	}
	return entry
}
