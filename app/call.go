package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/assignment"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
)

// Caller is the use case behind plugin_call_tool. It is safe for concurrent use.
type Caller struct {
	source    ports.ToolSource
	validator ports.SchemaValidator
	gate      ports.MutationGate
	approver  ports.Approver
	journal   ports.Journal
	clock     ports.Clock
	redactor  ports.Redactor
	log       *slog.Logger
}

// NewCaller makes the use case.
func NewCaller(
	source ports.ToolSource, validator ports.SchemaValidator, gate ports.MutationGate, approver ports.Approver,
	journal ports.Journal, clock ports.Clock, redactor ports.Redactor, log *slog.Logger,
) *Caller {
	return &Caller{source, validator, gate, approver, journal, clock, redactor, log}
}

// CallRequest is what a caller asks for.
type CallRequest struct {
	Access    domain.Access
	Plugin    string
	Tool      string
	Arguments []byte // JSON; nil stands for no arguments
	// Typed are the arguments as a person types them, in place of Arguments, or
	// nil. They are read by the inputSchema that they are checked against.
	Typed   assignment.List
	Headers []string
	DryRun  bool
	// Acknowledge is the journal's id of an earlier write whose outcome is
	// unknown and that this one repeats knowingly, or "".
	Acknowledge string
}

// Call carries out one call. Every end of it is a Result, as is the question
// that a person must answer before it can go on. The order of the steps is the
// contract's (section 6), so that a caller learns of bad arguments even while
// the gate is closed.
func (c *Caller) Call(ctx context.Context, request CallRequest) (result domain.Result) {
	a := attempt{Caller: c, request: request, begun: c.clock.Now()}
	defer a.record(ctx, &result)
	defer a.survive(ctx, &result)
	if err := a.prepare(ctx); err != nil {
		return a.refused(ctx, err)
	}
	if request.DryRun {
		return a.preview(ctx)
	}
	if err := a.clear(ctx); err != nil {
		return a.stopped(ctx, err)
	}
	return a.dispatch(ctx)
}

// Refuse ends a call whose request could not be read; err says why. It is
// recorded like every other end.
func (c *Caller) Refuse(ctx context.Context, request CallRequest, err error) (result domain.Result) {
	a := attempt{Caller: c, request: request, begun: c.clock.Now()}
	defer a.record(ctx, &result)
	return a.refused(ctx, err)
}

func (r CallRequest) argumentsFor(tool domain.Tool) []byte {
	if r.Typed != nil {
		return r.Typed.Arguments(tool.Input)
	}
	return r.Arguments
}

// attempt is one call under way.
type attempt struct {
	*Caller
	request   CallRequest
	begun     time.Time
	tool      domain.Tool
	arguments strictjson.Value
	target    domain.Target
	entryID   string // the id of the write's entry, or of the one that stands in its way
	intended  bool   // the write is recorded, so its outcome must be, too
}

// prepare discovers the plugin, finds the tool and validates the arguments. It
// sends nothing but the discovery's GETs.
func (a *attempt) prepare(ctx context.Context) error {
	catalog, err := a.source.Select(ctx, a.request.Access, a.request.Plugin)
	tellVerdict(ctx, a.request.Access, err)
	if err != nil {
		return err
	}
	if a.tool, err = catalog.Find(a.request.Plugin, a.request.Tool); err != nil {
		return err
	}
	if a.arguments, err = domain.ParseArguments(a.request.argumentsFor(a.tool)); err != nil {
		return fault.Wrap(fault.ArgumentsInvalid, err)
	}
	findings, err := a.validator.Validate(a.tool.Input, a.arguments)
	if err != nil {
		return a.internal(ctx, "validate the arguments", err)
	}
	if err := findings.Err(); err != nil {
		return fault.Wrap(fault.ArgumentsInvalid, err)
	}
	a.target = domain.NewTarget(a.tool, a.arguments)
	return nil
}

// preview ends a dry run. It is the same for reads and writes and does not ask
// the gate, since nothing is dispatched.
func (a *attempt) preview(ctx context.Context) domain.Result {
	if err := a.checkHeaders(); err != nil {
		return a.refused(ctx, err)
	}
	return a.result(domain.Previewed)
}

// clear passes everything that stands between valid arguments and the wire.
func (a *attempt) clear(ctx context.Context) error {
	if a.tool.Effect == domain.Read {
		return a.checkHeaders()
	}
	if err := a.gate.Admit(ctx, a.tool); err != nil {
		return err
	}
	if err := a.checkHeaders(); err != nil {
		return err
	}
	approval, err := a.approver.Approve(ctx, domain.Proposal{
		Access: a.request.Access, Tool: a.tool, Target: a.target, Acknowledges: a.request.Acknowledge,
	})
	if err != nil {
		return err
	}
	return a.intend(ctx, approval)
}

func (a *attempt) checkHeaders() error {
	headers, err := domain.ParseHeaders(a.request.Headers)
	if err != nil {
		return fault.Wrap(fault.HeaderInvalid, err)
	}
	a.target.Headers = headers
	return nil
}

// dispatch sends the request and judges what came back.
func (a *attempt) dispatch(ctx context.Context) domain.Result {
	exchange := a.source.Dispatch(ctx, a.request.Access, a.target)
	judgement := domain.Judge(a.tool, exchange, func(body strictjson.Value) error { return a.checkOutput(ctx, body) })

	result := a.result(judgement.Outcome)
	result.Status = exchange.Status
	result.Headers = a.shownHeaders(exchange.Headers)
	result.Body = judgement.Body
	result.Fault = judgement.Fault
	if result.Outcome == domain.Unknown {
		result.Excerpt = a.excerpt(domain.ExcerptSource(exchange.Body))
	}
	return result
}

// shownHeaders are the answer's headers that the caller may see. A server may
// have written into one what it was sent, such as into the target of a redirect.
func (a *attempt) shownHeaders(all []domain.Header) []domain.Header {
	shown := domain.AnswerHeaders(all)
	for i := range shown {
		shown[i].Value = a.excerpt(shown[i].Value)
	}
	return shown
}

// excerpt makes a foreign text fit to be shown.
func (a *attempt) excerpt(text string) string {
	return domain.Excerpt(a.redactor.Redact(text, a.request.Access.Token))
}

// checkOutput tests a successful body.
func (a *attempt) checkOutput(ctx context.Context, body strictjson.Value) error {
	findings, err := a.validator.Validate(a.tool.Output, body)
	if err != nil {
		return a.internal(ctx, "validate the answer", err)
	}
	return findings.Err()
}

// internal keeps the details of the bridge's own failure in the log.
func (a *attempt) internal(ctx context.Context, doing string, err error) error {
	a.log.ErrorContext(ctx, "the bridge failed to "+doing, "plugin", a.request.Plugin, "tool", a.request.Tool, "error", err)
	return fault.New(fault.Internal, "the bridge failed to "+doing)
}

// stopped is a call that may not be dispatched: refused, or not at its end yet
// because a person must be asked first.
func (a *attempt) stopped(ctx context.Context, err error) domain.Result {
	if question, ok := errors.AsType[*domain.Question](err); ok {
		return domain.Result{Plugin: a.request.Plugin, Tool: a.request.Tool, Effect: a.tool.Effect, Question: question}
	}
	return a.refused(ctx, err)
}

// refused ends a call before anything but discovery was sent.
func (a *attempt) refused(ctx context.Context, err error) domain.Result {
	logUnexpected(ctx, a.log, err)
	result := a.result(domain.Refused)
	result.Target = nil
	result.Fault = fault.Of(err)
	return result
}

// shown is a name that is safe to show: a caller may have asked for any, even
// for a credential that was meant for another member.
func (a *attempt) shown(name string) string {
	return fault.ShownName(a.redactor.Redact(name, a.request.Access.Token))
}

func (a *attempt) result(outcome domain.Outcome) domain.Result {
	return domain.Result{
		Outcome: outcome, Plugin: a.shown(a.request.Plugin), Tool: a.shown(a.request.Tool), Effect: a.tool.Effect,
		Target: &a.target, Journal: a.entryID,
	}
}
