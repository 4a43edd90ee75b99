package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Inspection is what a look at a journal tells.
type Inspection struct {
	New       bool  // there is none yet, but there could be
	Unsettled int64 // unknown writes that nobody has settled
}

// InspectSQLite looks at the journal in a SQLite file. It leaves schema and
// entries alone, makes no file, and judges no process dead. An error says why no
// write could be recorded there.
func InspectSQLite(ctx context.Context, path string) (Inspection, error) {
	if isNew, err := isNewFile(path); isNew || err != nil {
		return Inspection{New: isNew}, err
	}
	db, err := existingSQLite(path)
	if err != nil {
		return Inspection{}, err
	}
	return inspect(ctx, db, &lockFiles{}, sqliteSchemas)
}

// InspectPostgreSQL is [InspectSQLite] for a PostgreSQL database.
func InspectPostgreSQL(ctx context.Context, address string) (Inspection, error) {
	db, err := connectPostgreSQL(address)
	if err != nil {
		return Inspection{}, err
	}
	return inspect(ctx, db, &sessionLocks{}, postgresqlSchemas)
}

// inspect looks at a database, which it closes. schemas counts the journals in it.
func inspect(ctx context.Context, db *sql.DB, engine engine, schemas string) (found Inspection, err error) {
	defer func() { err = errors.Join(err, db.Close()) }()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var journals int
	if err := db.QueryRowContext(ctx, schemas).Scan(&journals); err != nil {
		return Inspection{}, fmt.Errorf("open the journal: %w", err)
	}
	found.New = journals == 0
	if found.Unsettled, err = tryStart(ctx, db, engine); err != nil || found.New {
		return found, err
	}
	return found, tryCommit(ctx, db)
}

// tryStart prepares the schema as a start does, counts the unsettled writes, and
// takes it all back.
func tryStart(ctx context.Context, db *sql.DB, engine engine) (unsettled int64, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("open the journal: %w", err)
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	if err := prepare(ctx, tx, engine); err != nil {
		return 0, fmt.Errorf("prepare the journal's schema: %w", err)
	}
	return countUnsettled(ctx, tx)
}

// tryCommit makes a row what it is already: only a commit meets a full disk.
func tryCommit(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, `UPDATE journal_schema SET version = version`); err != nil {
		return fmt.Errorf("write to the journal: %w", err)
	}
	return nil
}

// isNewFile reports whether there is no file yet. Its error says that there
// could be none: the nearest folder that exists takes no file.
func isNewFile(path string) (bool, error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	folder := filepath.Dir(path)
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		folder = filepath.Dir(folder)
	}
	trial, err := os.CreateTemp(folder, ".mcp-bridge-*")
	if err != nil {
		return true, fmt.Errorf("no file can be made in %s", folder)
	}
	return true, errors.Join(trial.Close(), os.Remove(trial.Name()))
}
