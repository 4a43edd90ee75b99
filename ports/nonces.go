package ports

import (
	"context"
	"time"
)

// Nonces remembers which approvals were used, so that none is used twice by
// those who share it: one process, or all the replicas of a bridge. Approvers
// call it, also at the same time.
type Nonces interface {
	// Spend uses a nonce up. It returns true once per nonce, and never from
	// the time until on; by then the nonce may be forgotten. An error says
	// that nobody knows whether it was used before, so it must not count.
	Spend(ctx context.Context, nonce string, until time.Time) (bool, error)
}
