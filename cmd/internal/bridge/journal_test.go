package bridge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/test/postgres"
)

// A process that is told to stop does not wait for a database that is silent.
func TestAnInterruptEndsTheOpeningOfAJournal(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	silent := postgres.Silent(t, interrupt)
	settings := config.Settings{JournalURL: domain.NewSecret("postgres://bridge@" + silent + "/journal?sslmode=disable")}
	if _, _, err := NewJournal(ctx, Upstream{}, settings, systemclock.Clock{}, slog.New(slog.DiscardHandler)); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// Whoever reads only the error must be able to mend the setting.
func TestAJournalThatCannotBeOpenedIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		settings config.Settings
		said     string
	}{
		"a file":     {config.Settings{JournalPath: file}, "BRIDGE_JOURNAL (" + file + "): "},
		"a database": {config.Settings{JournalURL: domain.NewSecret("postgres://u:hunter2@127.0.0.1:1/none")}, "BRIDGE_JOURNAL (the PostgreSQL database): "},
	} {
		_, _, journal := NewJournal(t.Context(), Upstream{}, test.settings, systemclock.Clock{}, slog.New(slog.DiscardHandler))
		_, _, ledger := OpenLedger(t.Context(), test.settings, systemclock.Clock{})
		for _, err := range []error{journal, ledger} {
			if err == nil || fault.Of(err).Code != fault.JournalUnusable || !strings.HasPrefix(err.Error(), test.said) ||
				strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAnErrorIsToldWithWhatToDo(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("out of order"), "out of order"},
		{fmt.Errorf("start: %w", fault.New(fault.JournalMissing, "there is none")), "start: there is none. " + fault.JournalMissing.Entry().Next},
	} {
		if got := explained(test.err); got != test.want {
			t.Errorf("%v: %q", test.err, got)
		}
	}
}
