package domain

import "sync/atomic"

// Allowance is the bytes that the bodies of one scan may still have together.
// Requests that run at the same time share it.
type Allowance struct{ left atomic.Int64 }

// NewAllowance starts with that many bytes.
func NewAllowance(bytes int64) *Allowance {
	a := &Allowance{}
	a.left.Store(bytes)
	return a
}

// Take charges bytes that were read and reports whether the allowance covered
// them. Once it did not, it never will again.
func (a *Allowance) Take(bytes int) bool { return a.left.Add(-int64(bytes)) >= 0 }
