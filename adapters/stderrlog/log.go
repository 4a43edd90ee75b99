// Package stderrlog makes the process's logger. It writes to standard error,
// since standard output belongs to the protocol, and redacts every line.
package stderrlog

import (
	"io"
	"log/slog"
	"strings"

	"mcpbridge/ports"
)

// Options choose what is logged and how.
type Options struct {
	Level slog.Level
	JSON  bool
}

// New makes a logger that writes to out. Every message and every value passes
// the redactor; a line of a request has its id.
func New(out io.Writer, options Options, redactor ports.Redactor) *slog.Logger {
	handler := &slog.HandlerOptions{
		Level:       options.Level,
		ReplaceAttr: func(_ []string, attr slog.Attr) slog.Attr { return scrub(attr, redactor) },
	}
	if options.JSON {
		return slog.New(identified{slog.NewJSONHandler(out, handler)})
	}
	return slog.New(identified{slog.NewTextHandler(out, handler)})
}

// scrub rewrites texts, and whatever is neither a number, a truth nor a time
// by its text, so that no type can carry a credential past the redactor.
func scrub(attr slog.Attr, redactor ports.Redactor) slog.Attr {
	switch attr.Value.Kind() {
	case slog.KindString, slog.KindAny:
		if _, isLevel := attr.Value.Any().(slog.Level); isLevel {
			return attr
		}
		return slog.String(attr.Key, redactor.Redact(oneLine(attr.Value.String())))
	default:
		return attr
	}
}

// oneLine keeps a value from forging further lines in whatever reads the log.
func oneLine(text string) string { return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(text) }
