package bridge

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/app/netbox/doctor"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// inspect looks at the journal that the settings name.
func inspect(t *testing.T, settings config.Settings) (doctor.JournalState, error) {
	t.Helper()
	return InspectJournal(settings)(t.Context())
}

func TestAnInspectionMakesNoJournal(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "not", "there", "journal.db")
	state, err := inspect(t, config.Settings{JournalPath: path})
	if err != nil || state != (doctor.JournalState{Place: path, New: true}) {
		t.Errorf("%+v, %v", state, err)
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("%v is left behind, %v", left, err)
	}
}

func TestAnInspectionTellsTheStateOfTheJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	settings := config.Settings{JournalPath: path}
	journal, cleanup, err := NewJournal(t.Context(), Upstream{}, settings, systemclock.Clock{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	id, err := journal.Recorder.Intend(t.Context(), domain.Entry{Plugin: "p", Tool: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if err := journal.Recorder.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Unknown, Code: fault.ResponseStatus}); err != nil {
		t.Fatal(err)
	}
	cleanup()
	for name, test := range map[string]struct {
		settings config.Settings
		want     doctor.JournalState
	}{
		"a file with an unsettled write": {settings, doctor.JournalState{Place: path, Unsettled: 1}},
		"in memory":                      {config.Settings{JournalPath: ":memory:"}, doctor.JournalState{Place: "in memory"}},
		"off":                            {config.Settings{}, doctor.JournalState{}},
	} {
		if got, err := inspect(t, test.settings); err != nil || got != test.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAJournalThatCannotBeIsAnError(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, settings := range map[string]config.Settings{
		"a folder":           {JournalPath: folder},
		"another file":       {JournalPath: file},
		"below a file":       {JournalPath: filepath.Join(file, "journal.db")},
		"below the kernel":   {JournalPath: "/proc/journal/journal.db"},
		"a silent database":  {JournalURL: domain.NewSecret("postgres://u:hunter2@127.0.0.1:1/none")},
		"a database of none": {JournalURL: domain.NewSecret("postgres://[")},
	} {
		if state, err := inspect(t, settings); err == nil {
			t.Errorf("%s: %+v", name, state)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v is left behind, %v", left, err)
	}
}
