package sqljournal

import (
	"context"
	"fmt"
	"time"

	"mcpbridge/ports"
)

var _ ports.Nonces = (*Journal)(nil)

// Spend uses a nonce up, for all processes that share the journal.
func (j *Journal) Spend(ctx context.Context, nonce string, until time.Time) (bool, error) {
	if !j.options.Clock.Now().Before(until) {
		return false, nil
	}
	result, err := j.db.ExecContext(ctx, `INSERT INTO nonce (nonce, valid_until) VALUES ($1, $2) ON CONFLICT DO NOTHING`, nonce, microseconds(until))
	if err != nil {
		return false, fmt.Errorf("spend a nonce: %w", err)
	}
	rows, err := result.RowsAffected()
	return rows == 1, err
}

// forgetNonces drops those that nobody may spend any more.
func (j *Journal) forgetNonces(ctx context.Context) error {
	_, err := j.db.ExecContext(ctx, `DELETE FROM nonce WHERE valid_until <= $1`, microseconds(j.options.Clock.Now()))
	return err
}
