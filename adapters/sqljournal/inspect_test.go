package sqljournal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAnInspectionFindsOutThatNothingCanBeCommitted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := newPlace(openerOf(path)).journal(t)
	if _, err := j.db.ExecContext(t.Context(), `
		CREATE TRIGGER full BEFORE UPDATE ON journal_schema BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`); err != nil {
		t.Fatal(err)
	}
	if found, err := InspectSQLite(t.Context(), path); err == nil || !strings.Contains(err.Error(), "write to the journal: ") {
		t.Errorf("got %+v, %v", found, err)
	}
}

func TestAnInspectionMakesNoFile(t *testing.T) {
	directory := t.TempDir()
	file := filepath.Join(directory, "file")
	const text = "this is no database, however long it may become until it is read as one"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		path  string
		isNew bool
		said  string // "" if a journal could be made
	}{
		"in a folder to be made": {filepath.Join(directory, "not", "there", "journal.db"), true, ""},
		"where no folder can be": {"/proc/journal/journal.db", true, "no file can be made in /proc"},
		"below a file":           {filepath.Join(file, "journal.db"), false, "not a directory"},
		"another file":           {file, false, "not a database"},
		"a folder":               {directory, false, "unable to open"},
	} {
		found, err := InspectSQLite(t.Context(), test.path)
		if found.New != test.isNew || (err == nil) != (test.said == "") || err != nil && !strings.Contains(err.Error(), test.said) {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != text {
		t.Errorf("the file holds %q, %v", after, err)
	}
	if left, err := os.ReadDir(directory); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAnInspectionLeavesAnEmptyFileEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if found, err := InspectSQLite(t.Context(), path); err != nil || !found.New {
		t.Errorf("got %+v, %v", found, err)
	}
	if after, err := os.ReadFile(path); err != nil || len(after) != 0 {
		t.Errorf("holds %d bytes, %v", len(after), err)
	}
}
