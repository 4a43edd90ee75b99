package httpserver

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// unjudged are the requests whose credential the source of truth has yet to
// judge. Each counts against what its address may still fail, or whoever guesses
// many at once would not be stopped before the verdicts are in. Callers whom the
// source has accepted do not count.
type unjudged struct {
	failures *limiters
	accepted *lru.Cache[string, struct{}] // the principals

	mutex     sync.Mutex
	byAddress map[string]int
}

func newUnjudged(failures *limiters) *unjudged {
	accepted, _ := lru.New[string, struct{}](maxLimiters) // fails for sizes below 1 alone
	return &unjudged{failures: failures, accepted: accepted, byAddress: map[string]int{}}
}

// enter lets a request in, unless its address has as many under way as it may
// still fail. leave is to be called once it is judged, or ends without a verdict;
// a second time it does nothing.
func (u *unjudged) enter(principal, address string) (leave func(), ok bool) {
	if u.accepted.Contains(principal) {
		return func() {}, true
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.failures.of(address).Tokens()-float64(u.byAddress[address]) < 1 {
		return nil, false
	}
	u.byAddress[address]++
	return sync.OnceFunc(func() { u.leave(address) }), true
}

func (u *unjudged) leave(address string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.byAddress[address]--; u.byAddress[address] == 0 {
		delete(u.byAddress, address)
	}
}

// accept remembers a caller whom the source of truth knows.
func (u *unjudged) accept(principal string) { u.accepted.Add(principal, struct{}{}) }
