package sqljournal

import (
	"context"
	"database/sql"
	"fmt"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

var _ ports.JournalMonitor = (*Journal)(nil)

// Check commits a write that changes nothing, which a full disk, a lost
// connection and a read-only replica all refuse.
func (j *Journal) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := j.join(ctx); err != nil {
		return fmt.Errorf("join the processes of the journal: %w", err)
	}
	err := j.transact(ctx, func(tx *sql.Tx) error {
		if err := j.enlist(ctx, tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE process SET started = started WHERE number = $1`, j.process)
		return err
	})
	if err != nil {
		return fmt.Errorf("write to the journal: %w", err)
	}
	return nil
}

// State tells what waits for the journal and what waits in it.
func (j *Journal) State(ctx context.Context) (domain.JournalState, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	state := domain.JournalState{Waiting: len(j.notes), Dropped: j.Dropped(), Late: len(j.postponed())}
	var err error
	state.Unsettled, err = countUnsettled(ctx, j.db)
	return state, err
}

// countUnsettled counts the unknown writes that nobody has settled.
func countUnsettled(ctx context.Context, r runner) (count int64, err error) {
	if err := r.QueryRowContext(ctx, "SELECT count(*) FROM entry WHERE "+unsettled).Scan(&count); err != nil {
		return 0, fmt.Errorf("count the unsettled writes: %w", err)
	}
	return count, nil
}
