package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpbridge/adapters/terminal"
	"mcpbridge/test/postgres"
)

// A terminal where nobody types says nothing, and Ctrl-C must end the wait.
func TestAnInterruptEndsTheReadingOfStandardInput(t *testing.T) {
	for name, arguments := range map[string][]string{
		"lint":      {"lint", "-"},
		"diff":      {"diff", "-", "../../adapters/netboxdemo/manifests/ip_ledger.json"},
		"arguments": {"call", "ip_ledger.find_prefix", "--demo", "--args-file", "-"},
	} {
		t.Run(name, func(t *testing.T) {
			typed, keyboard := io.Pipe()
			defer keyboard.Close()
			ctx, interrupt := context.WithCancel(t.Context())
			var out, messages bytes.Buffer
			in := &awaited{Reader: typed, asked: interrupt}
			s := &session{Console: terminal.Console{In: in, Out: &out, Err: &messages}, env: func(string) (string, bool) { return "", false }}
			code := execute(ctx, s, arguments)
			if code != 1 || out.Len() > 0 || messages.String() != "mcp-bridge: interrupted before the end of the input\n" {
				t.Errorf("ended with %d, printed %q, said %q", code, out.String(), messages.String())
			}
		})
	}
}

// A database that is silent is no wrong setting to whoever does not wait for it.
func TestAnInterruptWhileTheJournalIsOpenedIsAFailure(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	silent := postgres.Silent(t, interrupt)
	var messages bytes.Buffer
	s := &session{Console: terminal.Console{In: strings.NewReader(""), Out: io.Discard, Err: &messages}, env: func(string) (string, bool) { return "", false }}
	code := execute(ctx, s, []string{"call", "ip_ledger.find_prefix", "--demo", "--journal", "postgres://u@" + silent + "/d?sslmode=disable"})
	if code != 1 || messages.Len() == 0 {
		t.Errorf("ended with %d, said %q", code, messages.String())
	}
}

// awaited tells when somebody waits for what it reads.
type awaited struct {
	io.Reader
	asked func()
}

func (a *awaited) Read(into []byte) (int, error) {
	a.asked()
	return a.Reader.Read(into)
}

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
