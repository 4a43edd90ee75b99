package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file is never judged by its beginning alone.
func TestAFileIsReadWholeOrNotAtAll(t *testing.T) {
	for _, row := range []struct {
		bytes, code int
		says        string
	}{
		{maxInput, 1, "the document has 4194304 bytes"},
		{maxInput + 1, 2, "has more than 4194304 bytes"},
	} {
		path := filepath.Join(t.TempDir(), "manifest.json")
		if err := os.WriteFile(path, []byte(strings.Repeat(" ", row.bytes)), 0o600); err != nil {
			t.Fatal(err)
		}
		stdout, stderr, code := run(t, "lint", path)
		if code != row.code || !strings.Contains(stdout+stderr, row.says) {
			t.Errorf("%d bytes: ended with %d, printed %q, said %q", row.bytes, code, stdout, stderr)
		}
	}
}
