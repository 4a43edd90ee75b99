package stderrlog

import (
	"bytes"
	"strings"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain/redact"
)

func TestEveryLineOfARequestHasItsID(t *testing.T) {
	for _, json := range []bool{false, true} {
		var out bytes.Buffer
		log := New(&out, Options{JSON: json}, redact.New())
		ctx := app.WithRequestID(t.Context(), "ID7")
		log.InfoContext(ctx, "plain")
		log.With("a", 1).WarnContext(ctx, "with an attribute")
		log.WithGroup("g").ErrorContext(ctx, "in a group")
		for line := range strings.Lines(out.String()) {
			if !strings.Contains(line, "request_id") || strings.Count(line, "ID7") != 1 {
				t.Errorf("json %v: %s", json, line)
			}
		}
		out.Reset()
		log.InfoContext(t.Context(), "of no request")
		log.Info("of no context")
		if strings.Contains(out.String(), "request_id") {
			t.Errorf("json %v: %s", json, out.String())
		}
	}
}
