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

// Intend logs a write before it leaves. There is no entry, so the id is empty
// and no earlier write can stand in its way.
func (j *Journal) Intend(ctx context.Context, entry domain.Entry) (string, error) {
	j.log.InfoContext(ctx, "write intended",
		"principal", entry.Principal, "tool", entry.Plugin+"."+entry.Tool, "effect", entry.Effect,
		"method", entry.Method, "path", entry.Path, "arguments", entry.Digest, "approval", entry.Approval)
	return "", nil
}

// Conclude logs what became of a write.
func (j *Journal) Conclude(ctx context.Context, _ string, conclusion domain.Conclusion) error {
	j.log.InfoContext(ctx, "write concluded", conclusionAttributes(conclusion)...)
	return nil
}

// Note logs a call that dispatched no write, for those who look closely.
func (j *Journal) Note(ctx context.Context, entry domain.Entry) {
	j.log.DebugContext(ctx, "call ended", append(conclusionAttributes(entry.Conclusion), "principal", entry.Principal, "tool", entry.Plugin+"."+entry.Tool)...)
}

// KeepsArguments is false: a log is no place for them.
func (j *Journal) KeepsArguments() bool { return false }

func conclusionAttributes(c domain.Conclusion) []any {
	return []any{"outcome", c.Outcome, "status", c.Status, "code", c.Code, "duration", c.Duration}
}
