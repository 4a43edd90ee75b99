package httpserver

import (
	"net/http"
	"sync"

	"mcpbridge/app"
)

// limitConcurrency refuses what would be too much at the same time, rather than
// let it wait in a queue without an end. The streams of the legacy transport,
// which last for as long as a client does, are counted where they are served.
func (p Policy) limitConcurrency(next http.Handler) http.Handler {
	under := &underWay{total: p.AtOnce, each: p.AtOncePerPrincipal, byPrincipal: map[string]int{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == LegacyEndpoint {
			next.ServeHTTP(w, r)
			return
		}
		principal := app.Principal(r.Context())
		if !under.begin(principal) {
			p.refuse(w, r, guardConcurrency, refusal{
				status: http.StatusServiceUnavailable, code: "busy", message: "too many requests are under way; try again", wait: second,
			})
			return
		}
		defer under.end(principal)
		next.ServeHTTP(w, r)
	})
}

// underWay counts the requests that are being served. A principal without any
// takes no place.
type underWay struct {
	total, each int // limits; 0 is none

	mutex       sync.Mutex
	all         int
	byPrincipal map[string]int
}

func (u *underWay) begin(principal string) bool {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.total > 0 && u.all >= u.total || u.each > 0 && u.byPrincipal[principal] >= u.each {
		return false
	}
	u.all++
	u.byPrincipal[principal]++
	return true
}

func (u *underWay) end(principal string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.all--
	if u.byPrincipal[principal]--; u.byPrincipal[principal] == 0 {
		delete(u.byPrincipal, principal)
	}
}
