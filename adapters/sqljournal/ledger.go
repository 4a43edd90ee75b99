package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Ledger is a journal that is read and kept in order by somebody who sends no
// writes. It holds no lock, is on no list of processes, and judges no process
// dead. It is safe for concurrent use.
type Ledger struct {
	db    *sql.DB
	clock ports.Clock
}

var _ ports.Ledger = (*Ledger)(nil)

// openLedger takes a database as it is, and closes it if it is no journal.
// schemas counts the journals in it.
func openLedger(ctx context.Context, db *sql.DB, schemas string, clock ports.Clock) (*Ledger, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := checkSchema(ctx, db, schemas); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Ledger{db: db, clock: clock}, nil
}

// checkSchema demands the schema that this program knows. It does not migrate:
// a bridge of an older version may be at work.
func checkSchema(ctx context.Context, db *sql.DB, schemas string) error {
	all, err := steps()
	if err != nil {
		return err
	}
	var found, version int
	if err := db.QueryRowContext(ctx, schemas).Scan(&found); err != nil {
		return unusable(err)
	}
	if found == 0 {
		return fault.New(fault.JournalMissing, "the database holds no journal")
	}
	if err := db.QueryRowContext(ctx, schemaVersion).Scan(&version); err != nil {
		return unusable(err)
	}
	if version != len(all) {
		return fault.New(fault.JournalUnusable, fmt.Sprintf("the journal's schema has version %d and this program knows %d", version, len(all)))
	}
	return nil
}

func unusable(err error) *fault.Fault {
	return fault.New(fault.JournalUnusable, "open the journal: "+err.Error())
}

// Close leaves the database.
func (l *Ledger) Close() error { return l.db.Close() }

// Entries returns the entries that the filter chooses, in its order.
func (l *Ledger) Entries(ctx context.Context, filter domain.EntryFilter) (entries []domain.Entry, err error) {
	where, values := conditions(filter)
	limit := domain.MaxListedEntries
	if filter.Limit > 0 {
		limit = min(filter.Limit, domain.MaxListedEntries)
	}
	order := "DESC"
	if filter.OldestFirst {
		order = "ASC"
	}
	rows, err := l.db.QueryContext(ctx, selectEntries+where+" ORDER BY id "+order+" LIMIT "+strconv.Itoa(limit), values...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err tells what failed
	for rows.Next() {
		entry, err := scanEntry(rows)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, rows.Err()
}

// conditions are what a filter demands, as SQL and its values.
func conditions(f domain.EntryFilter) (where string, values []any) {
	all := []string{"1 = 1"}
	for _, c := range []struct {
		given     bool
		condition string
		value     any
	}{
		{f.ID != "", "id = $%d", f.ID},
		{f.Source != "", "source = $%d", f.Source},
		{f.Principal != "", "principal = $%d", f.Principal},
		{f.Plugin != "", "plugin = $%d", f.Plugin},
		{f.Tool != "", "tool = $%d", f.Tool},
		{f.Outcome != "", "outcome = $%d", string(f.Outcome)},
		{!f.Since.IsZero(), "at >= $%d", microseconds(f.Since)},
		{!f.Until.IsZero(), "at < $%d", microseconds(f.Until)},
		{f.Before != "", "id < $%d", f.Before},
		{f.After != "", "id > $%d", f.After},
	} {
		if c.given {
			values = append(values, c.value)
			all = append(all, fmt.Sprintf(c.condition, len(values)))
		}
	}
	if f.Unsettled {
		all = append(all, unsettled)
	}
	return strings.Join(all, " AND "), values
}

// Settle ends the search for what became of a write.
func (l *Ledger) Settle(ctx context.Context, id, by, note string) error {
	result, err := l.db.ExecContext(ctx, `
		UPDATE entry SET settled_at = $2, settled_by = $3, note = $4
		WHERE id = $1 AND `+unsettled, id, microseconds(l.clock.Now()), by, note)
	if err != nil {
		return fmt.Errorf("settle entry %s: %w", id, err)
	}
	rows, err := result.RowsAffected()
	if err == nil && rows == 0 {
		err = domain.ErrNotUnsettled
	}
	return err
}

// Prune drops what the retention does not keep. Writes under way and unsettled
// entries stay whatever their age.
func (l *Ledger) Prune(ctx context.Context, now time.Time, retention domain.Retention) (int64, error) {
	var dropped int64
	for _, bound := range []struct {
		given     bool
		condition string
		value     any
	}{
		{retention.Age > 0, "at < $1", now.Add(-retention.Age).UnixMicro()},
		{retention.Entries > 0, "id < (SELECT id FROM entry ORDER BY id DESC LIMIT 1 OFFSET $1)", retention.Entries - 1},
	} {
		if !bound.given {
			continue
		}
		const droppable = "outcome <> '' AND NOT (" + unsettled + ")"
		result, err := l.db.ExecContext(ctx, "DELETE FROM entry WHERE "+droppable+" AND "+bound.condition, bound.value) //nolint:gosec // every value is a parameter
		if err != nil {
			return dropped, fmt.Errorf("drop old entries: %w", err)
		}
		rows, err := result.RowsAffected()
		if err != nil {
			return dropped, fmt.Errorf("count dropped entries: %w", err)
		}
		dropped += rows
	}
	return dropped, nil
}

// retain drops what the operator does not want kept.
func (j *Journal) retain(ctx context.Context) error {
	dropped, err := j.Prune(ctx, j.options.Clock.Now(), j.options.Retention)
	if dropped > 0 {
		j.options.Log.InfoContext(ctx, "old journal entries were dropped", "entries", dropped)
	}
	return err
}
