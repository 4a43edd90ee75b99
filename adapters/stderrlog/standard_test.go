package stderrlog

import (
	"bytes"
	"log"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/domain/redact"
)

func TestWhatLibrariesSayQuotesNothing(t *testing.T) {
	before, flags, out := slog.Default(), log.Flags(), log.Writer()
	t.Cleanup(func() { slog.SetDefault(before); log.SetOutput(out); log.SetFlags(flags) })
	for _, test := range []struct{ quoted, want string }{
		{`{"a": "body"}`, "…"},
		{`\`, "…"},
		{"body\x00\u202e\nbody", "…"},
		{`body" and \"body`, "…"},
	} {
		var written bytes.Buffer
		Adopt(New(&written, Options{}, redact.New()))
		log.Printf("Unsolicited response received on idle HTTP channel starting with %q; err=%v", test.quoted, nil)
		log.Printf("and %#q", test.quoted)
		text := written.String()
		if strings.Contains(text, "body") || strings.Count(text, test.want) != 2 || !strings.Contains(text, "Unsolicited response") ||
			!strings.Contains(text, "err=<nil>") || strings.Count(text, "\n") != 2 || strings.Count(text, "level=WARN") != 2 {
			t.Errorf("%q: logged %s", test.quoted, text)
		}
	}
}
