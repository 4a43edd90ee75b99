package contract

import (
	"context"
	"slices"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/sample"
)

// brokenRequests sends what the bridge would not let through. The view is what
// protects the data, so it must refuse the same.
func (r *run) brokenRequests(ctx context.Context, tool domain.Tool) {
	var taken, failed, absent []string
	for _, c := range sample.Broken(tool.Input) {
		err := r.keeps(ctx, tool, c.Arguments)
		if isDefect(err) {
			r.note(tool.Plugin, tool.Name, brokenRequest, diagnosis.Failed, defect(err))
			return
		}
		if err == nil || r.readsAsSound(ctx, tool, c.Arguments) {
			continue
		}
		x, err := r.send(ctx, tool, c.Arguments, r.credential)
		switch {
		case err == nil && x.Status == 404:
			absent = append(absent, c.Name)
		case err != nil || x.Status >= 400 && x.Status < 500:
		case x.IsSuccess():
			taken = append(taken, c.Name+": "+answered(x))
		default:
			failed = append(failed, c.Name+": "+answered(x))
		}
	}
	status, detail := diagnosis.Passed, enumerate(slices.Concat(failed, taken))
	if len(absent) > 0 && detail == "" {
		status, detail = diagnosis.Warning, "HTTP 404 for "+enumerate(absent)+", so nothing is known: "+tool.Path+" may be missing from the plugin's URLs"
	}
	if len(taken) > 0 {
		status, detail = diagnosis.Warning, detail+"; let the serializer refuse what inputSchema does"
	}
	if len(failed) > 0 {
		status, detail = diagnosis.Failed, detail+"; expected 400"
	}
	r.note(tool.Plugin, tool.Name, brokenRequest, status, detail)
}
