package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// runner is a database or a transaction.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// unsettled chooses the writes that may have happened and that nobody settled.
const unsettled = "outcome = 'unknown' AND settled_at = 0"

const insertEntry = `
	INSERT INTO entry (
		id, process, at, source, principal, plugin, tool, effect, method, path, headers, digest, arguments,
		approval, acknowledges, outcome, status, code, duration, settled_at, settled_by, note
	) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 0, '', '')`

// insert adds an entry of this process.
func (j *Journal) insert(ctx context.Context, tx *sql.Tx, e domain.Entry) error {
	_, err := tx.ExecContext(ctx, insertEntry, j.columns(e)...)
	return err
}

// insertAll adds several, for which the statement is read once.
func (j *Journal) insertAll(ctx context.Context, tx *sql.Tx, all []domain.Entry) error {
	statement, err := tx.PrepareContext(ctx, insertEntry)
	if err != nil {
		return err
	}
	defer func() { _ = statement.Close() }() // the commit tells what failed
	for _, e := range all {
		if _, err := statement.ExecContext(ctx, j.columns(e)...); err != nil {
			return err
		}
	}
	return nil
}

// columns are the parameters of insertEntry.
func (j *Journal) columns(e domain.Entry) []any {
	return []any{
		e.ID, j.process, microseconds(e.Time), j.options.Source, e.Principal, e.Plugin, e.Tool, string(e.Effect), string(e.Method), e.Path,
		strings.Join(e.Headers, " "), e.Digest, e.Arguments, string(e.Approval), e.Acknowledges,
		string(e.Outcome), e.Status, string(e.Code), e.Duration.Microseconds(),
	}
}

// unsettledTwin is the id of the newest entry of the same principal's same
// call whose outcome is unknown and unsettled, or "".
func (j *Journal) unsettledTwin(ctx context.Context, tx *sql.Tx, e domain.Entry) (id string, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT id FROM entry
		WHERE source = $1 AND principal = $2 AND plugin = $3 AND tool = $4 AND digest = $5 AND `+unsettled+`
		ORDER BY id DESC LIMIT 1`, j.options.Source, e.Principal, e.Plugin, e.Tool, e.Digest).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, err
}

// conclude tells whether there was an entry to conclude: an open one, or one
// that another process took for that of a dead one too early.
func conclude(ctx context.Context, r runner, c lateConclusion) (found bool, err error) {
	result, err := r.ExecContext(ctx, `
		UPDATE entry SET outcome = $2, status = $3, code = $4, duration = $5
		WHERE id = $1 AND (outcome = '' OR code = $6 AND `+unsettled+`)`,
		c.id, string(c.Outcome), c.Status, string(c.Code), c.Duration.Microseconds(), string(fault.DispatchCrashed))
	if err != nil {
		return false, err
	}
	rows, err := result.RowsAffected()
	return rows == 1, err
}

func concludeAll(ctx context.Context, r runner, all []lateConclusion) error {
	for _, c := range all {
		if _, err := conclude(ctx, r, c); err != nil {
			return err
		}
	}
	return nil
}

// selectEntries is what scanEntry reads, short of the condition.
const selectEntries = `
	SELECT id, at, source, principal, plugin, tool, effect, method, path, headers, digest, arguments,
		approval, acknowledges, outcome, status, code, duration, settled_at, settled_by, note
	FROM entry WHERE `

// scanEntry reads one of the rows of selectEntries.
func scanEntry(rows *sql.Rows) (e domain.Entry, err error) {
	var at, duration, settledAt int64
	var headers string
	err = rows.Scan(&e.ID, &at, &e.Source, &e.Principal, &e.Plugin, &e.Tool, &e.Effect, &e.Method, &e.Path, &headers, &e.Digest, &e.Arguments,
		&e.Approval, &e.Acknowledges, &e.Outcome, &e.Status, &e.Code, &duration, &settledAt, &e.SettledBy, &e.Note)
	e.Time, e.SettledAt = moment(at), moment(settledAt)
	e.Duration = time.Duration(duration) * time.Microsecond
	e.Headers = strings.Fields(headers)
	return e, err
}

func microseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func moment(microseconds int64) time.Time {
	if microseconds == 0 {
		return time.Time{}
	}
	return time.UnixMicro(microseconds).UTC()
}
