package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// newProcessNumber is the name of this process among those that share the
// journal; it is never used again.
func newProcessNumber() int64 { return rand.Int64N(1<<63-1) + 1 } //nolint:gosec // nobody gains by guessing it

// nameOfProcess is how a person finds this process.
func nameOfProcess() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	return fmt.Sprintf("%s:%d", host, os.Getpid())
}

// join takes this process's lock before its first write is recorded. A process
// that records none leaves nothing behind that others must look for.
func (j *Journal) join(ctx context.Context) error {
	if j.joined.Load() {
		return nil
	}
	j.joining.Lock()
	defer j.joining.Unlock()
	_, err := j.engine.hold(ctx, j.process)
	j.joined.Store(err == nil)
	return err
}

// stay takes a lost lock again. This process may have been taken for dead
// meanwhile, so it goes on the list again as well.
func (j *Journal) stay(ctx context.Context) error {
	if !j.joined.Load() {
		return nil
	}
	j.joining.Lock()
	defer j.joining.Unlock()
	taken, err := j.engine.hold(ctx, j.process)
	if err != nil || !taken {
		return err
	}
	return j.enlist(ctx, j.db)
}

// enlist puts this process on the list, unless it is there. Others look for
// the open writes of those that are.
func (j *Journal) enlist(ctx context.Context, r runner) error {
	_, err := r.ExecContext(ctx, `INSERT INTO process (number, name, started) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
		j.process, j.name, microseconds(j.options.Clock.Now()))
	return err
}

// leave takes this process off the list, unless it leaves an open write
// behind, which the next start must find.
func (j *Journal) leave(ctx context.Context) error {
	_, err := j.db.ExecContext(ctx, `
		DELETE FROM process WHERE number = $1 AND NOT EXISTS (SELECT 1 FROM entry WHERE process = $1 AND outcome = '')`, j.process)
	return err
}

// buryTwins makes sure that no identical write of a dead process counts as
// under way: a retry may reach this process before the dead one starts again.
func (j *Journal) buryTwins(ctx context.Context, entry domain.Entry) error {
	var one int
	err := j.db.QueryRowContext(ctx, `
		SELECT 1 FROM entry
		WHERE outcome = '' AND process <> $1 AND source = $2 AND principal = $3 AND plugin = $4 AND tool = $5 AND digest = $6 LIMIT 1`,
		j.process, j.options.Source, entry.Principal, entry.Plugin, entry.Tool, entry.Digest).Scan(&one)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return j.buryDead(ctx)
}

// buryDead turns the open writes of dead processes into unknown ones.
func (j *Journal) buryDead(ctx context.Context) error {
	j.burials.Lock()
	defer j.burials.Unlock()
	others, err := j.others(ctx)
	if err != nil {
		return err
	}
	for number, name := range others {
		if err := j.engine.ifDead(ctx, number, func() error { return j.bury(ctx, number, name) }); err != nil {
			return err
		}
	}
	return nil
}

// others are the names of the other processes on the list.
func (j *Journal) others(ctx context.Context) (map[int64]string, error) {
	rows, err := j.db.QueryContext(ctx, `SELECT number, name FROM process WHERE number <> $1`, j.process)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err tells what failed
	others := map[int64]string{}
	for rows.Next() {
		var number int64
		var name string
		if err := rows.Scan(&number, &name); err != nil {
			return nil, err
		}
		others[number] = name
	}
	return others, rows.Err()
}

// bury concludes the open writes of one dead process, each with a line in the
// log, and takes it off the list.
func (j *Journal) bury(ctx context.Context, number int64, name string) error {
	var lost []domain.Entry
	err := j.transact(ctx, func(tx *sql.Tx) (err error) {
		if lost, err = crashed(ctx, tx, number); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM process WHERE number = $1`, number)
		return err
	})
	if err != nil {
		return err
	}
	for _, e := range lost {
		j.options.Log.WarnContext(ctx, "a process died during a write, whose outcome is now unknown",
			"journal", e.ID, "tool", e.Plugin+"."+e.Tool, "principal", e.Principal, "process", name)
	}
	return nil
}

func crashed(ctx context.Context, tx *sql.Tx, process int64) (lost []domain.Entry, err error) {
	rows, err := tx.QueryContext(ctx, `
		UPDATE entry SET outcome = 'unknown', code = $2 WHERE process = $1 AND outcome = ''
		RETURNING id, plugin, tool, principal`, process, string(fault.DispatchCrashed))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // Err tells what failed
	for rows.Next() {
		var e domain.Entry
		if err := rows.Scan(&e.ID, &e.Plugin, &e.Tool, &e.Principal); err != nil {
			return nil, err
		}
		lost = append(lost, e)
	}
	return lost, rows.Err()
}
