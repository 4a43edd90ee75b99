package bridge

import (
	"log/slog"
	"path/filepath"
	"testing"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
)

func TestTheJournalIsTheConfiguredOne(t *testing.T) {
	for name, test := range map[string]struct {
		settings config.Settings
		kept     bool
	}{
		"off":              {config.Settings{}, false},
		"a file":           {config.Settings{JournalPath: filepath.Join(t.TempDir(), "journal.db")}, true},
		"a file in memory": {config.Settings{JournalPath: ":memory:"}, true},
	} {
		journal, cleanup, err := NewJournal(Upstream{}, test.settings, systemclock.Clock{}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if journal.Recorder == nil || journal.Nonces == nil || (journal.Reader != nil) != test.kept {
			t.Errorf("%s: got %+v", name, journal)
		}
		cleanup()
	}
	nowhere := config.Settings{JournalURL: domain.NewSecret("postgres://127.0.0.1:1/none")}
	if _, _, err := NewJournal(Upstream{}, nowhere, systemclock.Clock{}, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a journal that cannot be reached was opened")
	}
}

func TestThePasswordOfTheJournalIsKnownToTheRedactor(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://u:hunter2@h/d":        "hunter2",
		"postgres://h/d?password=hunter2": "hunter2",
		"postgres://u@h/d":                "",
		"":                                "",
	} {
		if got := journalPassword(config.Settings{JournalURL: domain.NewSecret(address)}).Reveal(); got != want {
			t.Errorf("%s: got %q", address, got)
		}
	}
}
