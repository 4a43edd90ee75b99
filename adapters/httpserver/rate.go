package httpserver

import (
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"mcpbridge/app"
)

// maxLimiters bounds how many callers are told apart. The one that was seen
// least recently is forgotten, and had time to earn its burst anew.
const maxLimiters = 10_000

// limitRate refuses what a principal or an address sends too fast.
func (p Policy) limitRate(next http.Handler) http.Handler {
	principals, addresses := newLimiters(p.PerPrincipal, burst(p.PerPrincipal)), newLimiters(p.PerAddress, burst(p.PerAddress))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// What the principal's limit refuses is not the address's, which others share.
		wait := principals.take(app.Principal(r.Context()))
		if wait == 0 {
			wait = addresses.take(neighbourhood(r.Context()))
		}
		if wait > 0 {
			p.refuse(w, r, guardRate, refusal{
				status: http.StatusTooManyRequests, code: "rate_limited", message: "too many requests; wait as long as Retry-After says", wait: wait,
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// burst is twice what a second has, and at least one.
func burst(perSecond float64) int { return max(1, int(2*perSecond)) }

// limiters are a token bucket for each of many names.
type limiters struct {
	perSecond rate.Limit
	burst     int
	byName    *lru.Cache[string, *rate.Limiter]
}

// newLimiters makes limiters of so many a second; 0 limits nothing.
func newLimiters(perSecond float64, burst int) *limiters {
	byName, _ := lru.New[string, *rate.Limiter](maxLimiters) // fails for sizes below 1 alone
	limit := rate.Limit(perSecond)
	if perSecond == 0 {
		limit = rate.Inf
	}
	return &limiters{perSecond: limit, burst: burst, byName: byName}
}

func (l *limiters) of(name string) *rate.Limiter {
	if limiter, known := l.byName.Get(name); known {
		return limiter
	}
	limiter := rate.NewLimiter(l.perSecond, l.burst)
	if first, known, _ := l.byName.PeekOrAdd(name, limiter); known {
		return first // another request was faster
	}
	return limiter
}

// take counts one event. It returns 0, or how long it is until there is room
// for it; then it does not count.
func (l *limiters) take(name string) time.Duration {
	reservation := l.of(name).Reserve()
	wait := reservation.Delay()
	if wait > 0 {
		reservation.Cancel()
	}
	return wait
}

// wait is how long it is until there is room for an event; none is counted.
func (l *limiters) wait(name string) time.Duration {
	missing := 1 - l.of(name).Tokens()
	if missing <= 0 || l.perSecond == rate.Inf {
		return 0
	}
	return time.Duration(missing / float64(l.perSecond) * float64(time.Second))
}
