package domain

import (
	"errors"
	"fmt"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Judgement is what an exchange means for the caller.
type Judgement struct {
	Outcome Outcome
	Body    strictjson.Value // of a completed call; Absent where there is none
	Fault   *fault.Fault     // nil for a completed call
}

// OutputCheck tests a successful body against the tool's outputSchema. Its error is
// [fault.Findings] if the body does not match; any other says that the test itself
// failed, so that nothing is known of the body.
type OutputCheck func(body strictjson.Value) error

// Judge decides the outcome of a dispatched call (contract section 7). A read
// that was answered is completed whatever its status; a write is completed
// only by a success whose body holds, and unknown as soon as anything of it
// may have been sent without one.
func Judge(tool Tool, x Exchange, check OutputCheck) Judgement {
	if x.Reach == NotSent {
		return Judgement{Outcome: Refused, Fault: notSent(x)}
	}
	body, problem := readAnswer(tool, x, check)
	switch {
	case problem == nil:
		return Judgement{Outcome: Completed, Body: body}
	case tool.Effect == Read:
		return Judgement{Outcome: Failed, Fault: problem}
	default:
		return Judgement{Outcome: Unknown, Fault: problem}
	}
}

// notSent keeps the transport's reason in the words of the dispatch stage.
func notSent(x Exchange) *fault.Fault {
	reason := "the request was not sent"
	if x.Fault != nil {
		reason += ": " + x.Fault.Message
	}
	return fault.New(fault.DispatchNotSent, reason)
}

// readAnswer returns the body of an answer that can be used, or what is wrong.
func readAnswer(tool Tool, x Exchange, check OutputCheck) (strictjson.Value, *fault.Fault) {
	none := strictjson.Value{}
	switch {
	case x.Reach == Sent:
		return none, interrupted(x)
	case x.IsRedirect():
		return none, fault.New(fault.ResponseRedirected, fmt.Sprintf("the answer was a redirect (HTTP %d), which is never followed", x.Status))
	case tool.Effect != Read && !x.IsSuccess():
		return none, fault.New(fault.ResponseStatus, fmt.Sprintf("the write was answered with HTTP %d", x.Status))
	case x.Fault != nil:
		return none, fault.New(fault.ResponseUnreadable, "the answer could not be read: "+x.Fault.Message)
	case tool.Method == "HEAD" || x.Status == 204 || x.Status == 205:
		return none, nil
	}
	body, err := strictjson.Parse(x.Body, TargetBounds())
	if err != nil {
		unreadable := fault.Wrap(fault.ResponseUnreadable, err)
		unreadable.Message = fault.Clip(fmt.Sprintf("the answer (HTTP %d) is not strict JSON: %s", x.Status, unreadable.Message), fault.MaxText)
		return none, unreadable
	}
	if x.IsSuccess() && !tool.Output.IsZero() {
		if err := check(body); err != nil {
			return none, unproven(err)
		}
	}
	return body, nil
}

// unproven blames the plugin for what was found, and nobody but the bridge for a
// test that failed.
func unproven(err error) *fault.Fault {
	if _, found := errors.AsType[fault.Findings](err); found {
		return fault.Wrap(fault.ResponseInvalid, err)
	}
	return fault.Of(err)
}

func interrupted(x Exchange) *fault.Fault {
	reason := "no answer came"
	if x.Fault != nil {
		reason = x.Fault.Message
	}
	return fault.New(fault.DispatchInterrupted, "the exchange broke off after the request may have been sent: "+reason)
}
