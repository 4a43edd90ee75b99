package mcpserver

import (
	"context"
	"log/slog"
)

// quiet is the logger for the SDK, which tells at level info of every session;
// without sessions, that is every request. One level lower is its place here.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(quietHandler{log.Handler()}) }

type quietHandler struct{ slog.Handler }

// Enabled asks for a record as if it were one level less important.
func (h quietHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.Handler.Enabled(ctx, level-(slog.LevelInfo-slog.LevelDebug))
}

// WithAttrs keeps the handler quiet.
func (h quietHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quietHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps the handler quiet.
func (h quietHandler) WithGroup(name string) slog.Handler {
	return quietHandler{h.Handler.WithGroup(name)}
}
