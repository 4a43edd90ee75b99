package contract

import (
	"context"
	"fmt"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/sample"
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
