package sqljournal

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func TestSQLiteFilesAreForTheirOwnerOnly(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "state", "bridge")
	j, err := OpenSQLite(t.Context(), filepath.Join(directory, "journal.db"), newPlace(nil).options())
	if err != nil {
		t.Fatal(err)
	}
	intend(t, j, write("d"))
	seen := 0
	err = filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		if seen++; info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return nil
	})
	if err != nil || seen != 5 { // the directory, the database, its two companions, the lock
		t.Errorf("%d files, %v", seen, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(directory)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAProcessWithoutWritesTakesNoLock(t *testing.T) {
	directory := t.TempDir()
	p := newPlace(openerOf(filepath.Join(directory, "journal.db")))
	j := p.journal(t)
	j.Note(t.Context(), domain.Entry{})
	if err := j.stay(t.Context()); err != nil {
		t.Fatal(err)
	}
	if locks, err := filepath.Glob(filepath.Join(directory, "*-process-*")); err != nil || len(locks) != 0 {
		t.Errorf("locks: %v, %v", locks, err)
	}
}

func TestSQLiteMakesEveryCommitDurable(t *testing.T) {
	j := newPlaceOnDisk(t).journal(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000"} {
		var got string
		if err := j.db.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", pragma, got, err, want)
		}
	}
}

func TestAJournalInMemoryLeavesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	p := newPlace(nil)
	for range 2 {
		j, err := OpenSQLite(t.Context(), InMemory, p.options())
		if err != nil {
			t.Fatal(err)
		}
		first := unknown(t, j, write("d"))
		refusal(t, j, write("d"), first)
		j.Note(t.Context(), domain.Entry{Time: time.Unix(1, 0)})
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAPathThatCannotBeAJournalIsSaid(t *testing.T) {
	if j, err := OpenSQLite(t.Context(), t.TempDir(), newPlace(nil).options()); err == nil {
		t.Errorf("opened %v", j)
	}
}

func TestALedgerChangesNoFileThatIsNoJournal(t *testing.T) {
	directory := t.TempDir()
	for name, test := range map[string]struct {
		content string
		want    fault.Code
	}{
		"empty": {"", fault.JournalMissing},
		"text":  {"this is no database, however long it may become until it is read as one", fault.JournalUnusable},
	} {
		path := filepath.Join(directory, name)
		if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		ledger, err := OpenSQLiteLedger(t.Context(), path, newPlace(nil).options().Clock)
		if err == nil || fault.Of(err).Code != test.want {
			t.Errorf("%s: opened %v, %v", name, ledger, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != test.content {
			t.Errorf("%s: holds %q now, %v", name, after, err)
		}
	}
	if ledger, err := OpenSQLiteLedger(t.Context(), filepath.Join(directory, "none", "journal.db"), newPlace(nil).options().Clock); err == nil || fault.Of(err).Code != fault.JournalMissing {
		t.Errorf("opened %v, %v", ledger, err)
	}
	if left, err := os.ReadDir(directory); err != nil || len(left) != 2 {
		t.Errorf("made %v, %v", left, err)
	}
}

func newPlaceOnDisk(t *testing.T) *place {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a ?#%&;journal.db")
	return newPlace(openerOf(path))
}

// Reading goes on where writing does not, so only a write can tell.
func TestACheckNoticesADatabaseThatCanOnlyBeRead(t *testing.T) {
	p := newPlace(openerOf(filepath.Join(t.TempDir(), "journal.db")))
	j := p.journal(t)
	if _, err := j.db.ExecContext(t.Context(), `PRAGMA query_only = on`); err != nil {
		t.Fatal(err)
	}
	if err := j.Check(t.Context()); err == nil {
		t.Error("a database that can only be read passes for one that can be written")
	}
	if _, err := j.State(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := j.db.ExecContext(t.Context(), `PRAGMA query_only = off`); err != nil {
		t.Fatal(err)
	}
}
