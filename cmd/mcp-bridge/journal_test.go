package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/adapters/terminal"
	"mcpbridge/domain"
)

func TestMomentsAreReadInThreeWays(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2026-11-30T08:00:00Z":      "2026-11-30T08:00:00Z",
		"2026-11-30T08:00:00+02:00": "2026-11-30T06:00:00Z",
		"2026-11-30":                "2026-11-30T00:00:00Z",
		"90m":                       "2026-12-01T10:30:00Z",
		"7d":                        "2026-11-24T12:00:00Z",
		"36500d":                    "1926-12-26T12:00:00Z",
		"876000h":                   "1926-12-26T12:00:00Z",
		"36501d":                    "",
		"876001h":                   "",
		"1.5d":                      "",
		"0d":                        "",
		"0s":                        "",
		"-7d":                       "",
		"-1h":                       "",
		"d":                         "",
		"7":                         "",
		"2026-13-01":                "",
		"yesterday":                 "",
		"":                          "",
	} {
		got, understood := parseMoment(text, now)
		if understood != (want != "") || understood && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: got %v, %v; want %q", text, got, understood, want)
		}
	}
}

func TestWhatIsDroppedIsSaid(t *testing.T) {
	for want, retention := range map[string]domain.Retention{
		"entries older than 365 days":                                {Age: 365 * 24 * time.Hour},
		"entries older than 1h30m0s":                                 {Age: 90 * time.Minute},
		"all but the newest 5 entries":                               {Entries: 5},
		"entries older than 2 days and all but the newest 5 entries": {Age: 48 * time.Hour, Entries: 5},
	} {
		if got := droppable(retention); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// oldEntry makes a journal with one entry, a day old, and returns its path.
func oldEntry(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	journal, err := sqljournal.OpenSQLite(t.Context(), path, sqljournal.Options{Clock: systemclock.Clock{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	journal.Note(t.Context(), domain.Entry{Time: time.Now().Add(-25 * time.Hour), Conclusion: domain.Conclusion{Outcome: domain.Refused}})
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEntriesAreDroppedOnlyAfterTheWordYes(t *testing.T) {
	for name, test := range map[string]struct {
		typed     string
		arguments []string
		code      exitCode
		said      string
	}{
		"yes":                   {"yes\n", []string{"--older-than", "1d"}, exitOK, "Dropped: 1"},
		"no":                    {"no\n", []string{"--older-than", "1d"}, exitFound, "nothing was dropped"},
		"the end of input":      {"", []string{"--older-than", "1d"}, exitFound, "nothing was dropped"},
		"the configured bounds": {"yes\n", []string{"--journal-retention", "1"}, exitOK, "Dropped: 1"},
		"what is not so old":    {"yes\n", nil, exitOK, "Dropped: 0"},
		"agreed beforehand":     {"", []string{"--older-than", "1d", "--yes"}, exitOK, "Dropped: 1"},
		"no bound at all":       {"yes\n", []string{"--journal-retention", "0", "--journal-entries", "0"}, exitUsage, "--older-than"},
		"no age":                {"yes\n", []string{"--older-than", "old"}, exitUsage, "--older-than: expected"},
	} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			s := &session{
				Console: terminal.Console{In: strings.NewReader(test.typed), Out: &said, Err: &said, Asks: true},
				env:     func(string) (string, bool) { return "", false },
			}
			arguments := append([]string{"journal", "prune", "--journal", "sqlite:" + oldEntry(t)}, test.arguments...)
			if code := execute(context.Background(), s, arguments); code != int(test.code) || !strings.Contains(said.String(), test.said) {
				t.Errorf("ended with %d, said %q", code, said.String())
			}
		})
	}
}

// A UUID is written in lower case and read in either (RFC 9562 section 4).
func TestIDsAreReadInEitherCase(t *testing.T) {
	journal, id := unknownWrite(t)
	for _, test := range []struct {
		arguments []string
		code      int
		said      string
	}{
		{[]string{"show", strings.ToUpper(id)}, 0, id},
		{[]string{"show", "nope"}, 1, "entry_unknown"},
		{[]string{"list", "--before", strings.ToUpper(id)}, 0, ""},
		{[]string{"list", "--before", "nope"}, 2, "--before: expected the id of an entry"},
		{[]string{"settle", strings.ToUpper(id), "--note", "looked"}, 0, id},
	} {
		stdout, stderr, code := run(t, append([]string{"journal", journal}, test.arguments...)...)
		if code != test.code || !strings.Contains(stdout+stderr, test.said) {
			t.Errorf("%q: ended with %d, printed %q, said %q", test.arguments, code, stdout, stderr)
		}
	}
}

// The place is wrong and not the command line, whichever command needs it.
func TestAJournalThatCannotBeOpenedIsAFailure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{{"call", "ip_ledger.find_prefix", "--demo"}, {"journal", "list"}} {
		_, stderr, code := run(t, append(arguments, "--journal", "sqlite:"+file)...)
		if code != 1 || !strings.Contains(stderr, "journal_unusable: BRIDGE_JOURNAL ("+file+")") || !strings.Contains(stderr, "next: ") {
			t.Errorf("%v: ended with %d, said %s", arguments, code, stderr)
		}
	}
}
