package contract

import (
	"bytes"
	"context"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/sample"
	"mcpbridge/domain/strictjson"
)

// soundRequests calls the tool with arguments that keep inputSchema: with those that
// are required, and a read also with all. A write is not made twice.
func (r *run) soundRequests(ctx context.Context, tool domain.Tool) {
	required, everything := sample.Of(tool.Input, sample.Required), sample.Of(tool.Input, sample.Everything)
	r.soundRequest(ctx, tool, soundRequest, required)
	if tool.Effect == domain.Read && !bytes.Equal(required, everything) {
		r.soundRequest(ctx, tool, fullRequest, everything)
	}
}

func (r *run) soundRequest(ctx context.Context, tool domain.Tool, name string, arguments []byte) {
	switch err := r.keeps(ctx, tool, arguments); {
	case isDefect(err):
		r.note(tool.Plugin, tool.Name, name, diagnosis.Failed, defect(err))
		return
	case err != nil:
		r.note(tool.Plugin, tool.Name, name, diagnosis.Skipped, "no arguments could be made from inputSchema; give its properties examples: "+err.Error())
		return
	}
	x, err := r.send(ctx, tool, arguments, r.credential)
	if err != nil {
		r.note(tool.Plugin, tool.Name, name, diagnosis.Skipped, err.Error())
		return
	}
	status, detail := r.judge(ctx, tool, x)
	r.note(tool.Plugin, tool.Name, name, status, detail)
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
