package contract

import (
	"context"
	"fmt"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/sample"
	"mcpbridge/domain/strictjson"
)

// The names of the checks that send requests.
const (
	anonymous     = "without a token it is refused"
	weaker        = "with a weaker token it is refused"
	soundRequest  = "sound arguments are answered as outputSchema says"
	brokenRequest = "broken arguments are refused"
)

func (r *run) permissions(ctx context.Context, tool domain.Tool) {
	r.refusal(ctx, tool, anonymous, domain.Secret{})
	if r.options.Weak.IsZero() {
		r.note(tool.Plugin, tool.Name, weaker, diagnosis.Skipped, "no weaker token was given; --weak-token-file names one")
		return
	}
	r.refusal(ctx, tool, weaker, r.options.Weak)
}

// refusal demands that the tool is not for whoever has this token.
func (r *run) refusal(ctx context.Context, tool domain.Tool, name string, token domain.Secret) {
	x, err := r.send(ctx, tool, sample.Of(tool.Input, sample.Required), token)
	switch {
	case err != nil:
		r.note(tool.Plugin, tool.Name, name, diagnosis.Skipped, "no arguments could be made from inputSchema")
	case x.IsRefusal():
		r.note(tool.Plugin, tool.Name, name, diagnosis.Passed, "")
	case x.IsSuccess():
		r.note(tool.Plugin, tool.Name, name, diagnosis.Failed, fmt.Sprintf("HTTP %d; give the view permission classes", x.Status))
	default:
		r.note(tool.Plugin, tool.Name, name, diagnosis.Warning, answered(x)+", not 401 or 403; check permissions before anything else")
	}
}

// soundRequest calls the tool with arguments that keep inputSchema.
func (r *run) soundRequest(ctx context.Context, tool domain.Tool) {
	arguments := sample.Of(tool.Input, sample.Required)
	switch err := r.keeps(ctx, tool, arguments); {
	case isDefect(err):
		r.note(tool.Plugin, tool.Name, soundRequest, diagnosis.Failed, defect(err))
		return
	case err != nil:
		r.note(tool.Plugin, tool.Name, soundRequest, diagnosis.Skipped, "no arguments could be made from inputSchema; give its properties examples")
		return
	}
	x, err := r.send(ctx, tool, arguments, r.credential)
	if err != nil {
		r.note(tool.Plugin, tool.Name, soundRequest, diagnosis.Skipped, err.Error())
		return
	}
	status, detail := r.judge(ctx, tool, x)
	r.note(tool.Plugin, tool.Name, soundRequest, status, detail)
}

// judge says what an answer to sound arguments proves.
func (r *run) judge(ctx context.Context, tool domain.Tool, x domain.Exchange) (diagnosis.Status, string) {
	judgement := domain.Judge(tool, x, func(body strictjson.Value) error {
		return r.validate(ctx, tool, "answer", tool.Output, body)
	})
	switch {
	case x.IsSuccess() && judgement.Outcome == domain.Completed:
		return diagnosis.Passed, ""
	case x.IsRefusal():
		return diagnosis.Failed, answered(x) + "; use a token with the right to call every tool"
	case x.Status >= 400 && x.Status < 500:
		return diagnosis.Warning, answered(x) + ", so nothing is known of a success; give the properties examples that exist"
	case judgement.Fault == nil:
		return diagnosis.Failed, answered(x)
	case isDefect(judgement.Fault):
		return diagnosis.Failed, defect(judgement.Fault)
	default:
		return diagnosis.Failed, judgement.Fault.Message
	}
}

func answered(x domain.Exchange) string {
	if x.Status == 0 && x.Fault != nil {
		return x.Fault.Message
	}
	return fmt.Sprintf("HTTP %d", x.Status)
}
