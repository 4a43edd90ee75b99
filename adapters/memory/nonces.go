// Package memory keeps in the process what a bridge without a shared journal
// has nowhere else to keep.
package memory

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"mcpbridge/ports"
)

// maxNonces bounds the nonces that are remembered at the same time. One more is
// an error, since forgetting any could let its approval count twice.
const maxNonces = 4096

// errFull says that there is no room for another nonce before some expire.
var errFull = errors.New("too many approvals were used within their lifetime")

// Nonces remembers the spent nonces of one process.
type Nonces struct {
	clock ports.Clock

	mutex sync.Mutex
	spent map[string]time.Time // until when each is remembered
}

var _ ports.Nonces = (*Nonces)(nil)

// NewNonces makes an empty memory.
func NewNonces(clock ports.Clock) *Nonces {
	return &Nonces{clock: clock, spent: make(map[string]time.Time)}
}

// Spend uses the nonce up.
func (n *Nonces) Spend(_ context.Context, nonce string, until time.Time) (bool, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	now := n.clock.Now()
	maps.DeleteFunc(n.spent, func(_ string, until time.Time) bool { return !now.Before(until) })
	if _, known := n.spent[nonce]; known || !now.Before(until) {
		return false, nil
	}
	if len(n.spent) >= maxNonces {
		return false, errFull
	}
	n.spent[nonce] = until
	return true, nil
}
