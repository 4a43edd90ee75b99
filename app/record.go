package app

import (
	"context"
	"runtime/debug"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// intend records a write before it leaves.
func (a *attempt) intend(ctx context.Context, approval domain.Approval) (err error) {
	entry := a.entry()
	entry.Approval = approval
	entry.Acknowledges = a.request.Acknowledge
	a.entryID, err = a.journal.Intend(ctx, entry)
	a.intended = err == nil
	if a.intended && approval == domain.NotAsked { // now nothing stands in its way any more
		a.log.InfoContext(ctx, "a write goes on without asking a person: the client cannot ask one",
			"principal", entry.Principal, "tool", a.tool.QualifiedName(), "effect", a.tool.Effect, "journal", a.entryID)
	}
	return err
}

// survive makes a panic an end of the call like any other: unknown for a write
// that may have left, and otherwise failed. The caller learns what the journal
// says.
func (a *attempt) survive(ctx context.Context, result *domain.Result) {
	cause := recover()
	if cause == nil {
		return
	}
	a.log.ErrorContext(ctx, "a call panicked", "cause", cause, "stack", string(debug.Stack()))
	outcome := domain.Failed
	if a.intended {
		outcome = domain.Unknown
	}
	*result = a.result(outcome)
	result.Fault = fault.New(fault.Internal, "the bridge failed in the middle of the call")
}

// record keeps how the call ended. A write that was recorded before is
// concluded, even if its caller is gone; anything else is only noted.
func (a *attempt) record(ctx context.Context, result *domain.Result) {
	if result.Question != nil {
		return // the call has not ended
	}
	if !a.intended {
		entry := a.entry()
		entry.Conclusion = a.conclusion(result)
		a.journal.Note(ctx, entry)
		return
	}
	if err := a.journal.Conclude(context.WithoutCancel(ctx), a.entryID, a.conclusion(result)); err != nil {
		a.log.ErrorContext(ctx, "the outcome of a write could not be recorded", "journal", a.entryID, "outcome", result.Outcome, "error", err)
	}
}

// conclusion is the end of the call.
func (a *attempt) conclusion(result *domain.Result) domain.Conclusion {
	c := domain.Conclusion{Outcome: result.Outcome, Status: result.Status, Duration: a.clock.Now().Sub(a.begun)}
	if result.Fault != nil {
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
		if a.journal.KeepsArguments() {
			entry.Arguments = a.redactor.Redact(string(a.arguments.Raw()), a.request.Access.Token)
		}
	}
	return entry
}
