package contract

import (
	"context"
	"fmt"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/sample"
)

func (r *run) permissions(ctx context.Context, tool domain.Tool) {
	r.refusal(ctx, tool, anonymous, domain.Secret{})
	if r.options.Weak.IsZero() {
		r.note(tool.Plugin, tool.Name, weaker, diagnosis.Skipped, "no weaker token was given; --weak-token-file names one")
		return
	}
	if reason := r.unfit(); reason != "" {
		r.note(tool.Plugin, tool.Name, weaker, diagnosis.Failed, "nothing is known: "+reason)
		return
	}
	r.refusal(ctx, tool, weaker, r.options.Weak)
}

// unfit says why the weaker token proves nothing, "" if it proves something. A token
// that nobody has is refused by every tool, whatever the views check; any user may read
// the listing.
func (t *Tester) unfit(ctx context.Context, weak domain.Secret) string {
	if weak.Reveal() == t.credential.Reveal() {
		return "the weaker token is the one that may call every tool"
	}
	if x := t.fetch(ctx, "GET", netbox.ListingPath, nil, weak); !x.IsSuccess() {
		return netbox.ListingPath + " answers the weaker token with " + answered(x) + "; give that of an active user without permissions"
	}
	return ""
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
