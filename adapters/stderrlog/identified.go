package stderrlog

import (
	"context"
	"log/slog"

	"mcpbridge/app"
)

// requestID is the field that all lines of one request share.
const requestID = "request_id"

// identified adds the request's id to every line that is written in its context.
type identified struct{ slog.Handler }

// Handle implements [slog.Handler].
func (h identified) Handle(ctx context.Context, record slog.Record) error {
	if id := app.RequestID(ctx); id != "" {
		record = record.Clone()
		record.AddAttrs(slog.String(requestID, id))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs implements [slog.Handler].
func (h identified) WithAttrs(attrs []slog.Attr) slog.Handler {
	return identified{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements [slog.Handler].
func (h identified) WithGroup(name string) slog.Handler {
	return identified{h.Handler.WithGroup(name)}
}
