package sqljournal

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migration is one step of the schema, named NNNN_what.sql.
type migration struct {
	version int
	text    string
}

// steps are all migrations, the oldest first.
func steps() ([]migration, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	all := make([]migration, len(names))
	for i, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(path.Base(name), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != i+1 {
			return nil, fmt.Errorf("%s is not migration %d", name, i+1)
		}
		all[i] = migration{version: version, text: string(text)}
	}
	return all, nil
}

// schemaVersion asks for the version of the schema, 0 before the first step.
const schemaVersion = "SELECT COALESCE(MAX(version), 0) FROM journal_schema"

// migrate brings the schema up to date in one transaction.
func (j *Journal) migrate(ctx context.Context) error {
	return j.transact(ctx, func(tx *sql.Tx) error { return prepare(ctx, tx, j.engine) })
}

// prepare takes the steps that are still to be taken, while no other process does.
// A schema of a later program is refused: this one would not know what it must
// keep.
func prepare(ctx context.Context, tx *sql.Tx, engine engine) error {
	if err := engine.lockSchema(ctx, tx); err != nil {
		return err
	}
	all, err := steps()
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS journal_schema (version INTEGER PRIMARY KEY)`); err != nil {
		return err
	}
	var current int
	if err := tx.QueryRowContext(ctx, schemaVersion).Scan(&current); err != nil {
		return err
	}
	if current > len(all) {
		return fmt.Errorf("the schema has version %d and this program knows %d; use the program that wrote it, or a later one", current, len(all))
	}
	for _, step := range all[current:] {
		if _, err := tx.ExecContext(ctx, step.text); err != nil {
			return fmt.Errorf("migrate to version %d: %w", step.version, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO journal_schema (version) VALUES ($1)`, step.version); err != nil {
			return err
		}
	}
	return nil
}
