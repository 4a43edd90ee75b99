package bridge

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
	"mcpbridge/domain/redact"
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
	passwords := filepath.Join(t.TempDir(), "pgpass")
	if err := os.WriteFile(passwords, []byte("h:5432:d:u:hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ address, variable, file, want string }{
		"in the address":                {"postgres://u:hunter2@h/d", "", "", "hunter2"},
		"in the address, encoded":       {"postgres://u:hunter%202@h/d", "", "", "hunter 2"},
		"in the query":                  {"postgres://h/d?password=hunter2", "", "", "hunter2"},
		"in PGPASSWORD":                 {"postgres://u@h/d", "hunter2", "", "hunter2"},
		"in PGPASSFILE":                 {"postgres://u@h/d", "", passwords, "hunter2"},
		"of another user":               {"postgres://v@h/d", "", passwords, ""},
		"the address before PGPASSWORD": {"postgres://u:hunter2@h/d", "other", "", "hunter2"},
		"nowhere":                       {"postgres://u@h/d", "", "", ""},
		"without a database":            {"", "hunter2", "", ""},
		"an address that is none":       {"postgres://h:port/d", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PGPASSWORD", test.variable)
			t.Setenv("PGPASSFILE", cmp.Or(test.file, filepath.Join(t.TempDir(), "none")))
			if got := journalPassword(config.Settings{JournalURL: domain.NewSecret(test.address)}).Reveal(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestTheRedactorKnowsTheProcesssOwnSecrets(t *testing.T) {
	t.Setenv("PGPASSWORD", "journal-hunter2")
	key := strings.Repeat("k\xff", 16)
	redactor := NewRedactor(Upstream{Token: domain.NewSecret("source-hunter2")}, config.Settings{
		AuthToken: domain.NewSecret("shared-hunter2"), ClientKey: domain.NewSecret("client-hunter2"), StateKey: domain.NewSecret(key),
		JournalURL:       domain.NewSecret("postgres://u@h/d"),
		CollectorHeaders: map[string]domain.Secret{"x-key": domain.NewSecret("collector-hunter2")},
	})
	for _, text := range []string{
		"source-hunter2", "shared-hunter2", "client-hunter2", "journal-hunter2", "collector-hunter2",
		key, hex.EncodeToString([]byte(key)), base64.StdEncoding.EncodeToString([]byte(key)),
	} {
		if got := redactor.Redact("<" + text + ">"); got != "<"+redact.Mark+">" {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}
