// Package journallog is a journal that only writes to the log: for a bridge
// that keeps no journal of its own. Arguments are not logged.
package journallog

import (
	"context"
	"log/slog"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// Journal logs intents and outcomes. It is safe for concurrent use.
type Journal struct{ log *slog.Logger }

var _ ports.Journal = (*Journal)(nil)

// New makes the journal.
func New(log *slog.Logger) *Journal { return &Journal{log: log} }

// Intend logs a write before it leaves. There is no entry, so the id is empty.
func (j *Journal) Intend(ctx context.Context, intent domain.Intent) (string, error) {
	j.log.InfoContext(ctx, "write intended",
		"principal", intent.Principal, "tool", intent.Tool.QualifiedName(), "effect", intent.Tool.Effect,
		"method", intent.Target.Method, "path", intent.Target.Path, "approval", intent.Approval)
	return "", nil
}

// Conclude logs what became of a write.
func (j *Journal) Conclude(ctx context.Context, _ string, result domain.Result) error {
	j.log.InfoContext(ctx, "write concluded",
		"tool", result.Plugin+"."+result.Tool, "outcome", result.Outcome, "status", result.Status)
	return nil
}
