package httpserver

import (
	"log/slog"
	"net/http"
	"net/netip"
	"slices"

	"mcpbridge/ports"
)

// Policy is who may come in and how much at a time.
type Policy struct {
	// AllowedHosts are the names by which the service may be addressed, with a
	// port or for any; none stands for this machine's own names.
	AllowedHosts []string
	// AllowedOrigins are the origins whose web pages may call; in lower case
	// and without default ports.
	AllowedOrigins []string
	// AllowedAddresses are the networks that may call; none stands for all.
	AllowedAddresses []netip.Prefix
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix

	// Authenticator recognises callers by what they send behind one of the
	// Schemes, the first of which is shown to those who send nothing.
	Authenticator ports.Authenticator
	Schemes       []string
	// PassesThrough tells that the credential is the source's own, so that it
	// is the source that says whether it is valid.
	PassesThrough bool
	// Resource describes the service to clients of an authorization server;
	// nil without one.
	Resource *Resource

	// PerPrincipal and PerAddress are requests a second, with bursts of twice
	// as many; 0 is no limit.
	PerPrincipal float64
	PerAddress   float64
	// AtOncePerPrincipal and AtOnce are requests under way; 0 is no limit.
	AtOncePerPrincipal int
	AtOnce             int

	// Refused is told which guard refused a request, by one of the names of
	// [Guards]; it may be nil.
	Refused func(guard string)

	Log *slog.Logger
}

// The names of the guards.
const (
	guardBody           = "body"
	guardHost           = "host"
	guardOrigin         = "origin"
	guardAddress        = "address"
	guardThrottle       = "throttle" // of failed authentications
	guardAuthentication = "authentication"
	guardRate           = "rate"
	guardConcurrency    = "concurrency"
)

// Guards are the names of all that may refuse a request, in the order of a
// request.
func Guards() []string {
	return []string{guardBody, guardHost, guardOrigin, guardAddress, guardThrottle, guardAuthentication, guardRate, guardConcurrency}
}

// guard is one check that a request passes before it is served.
type guard struct {
	name string // for the reader and the tests
	wrap func(next http.Handler) http.Handler
}

// guards are the checks in the order of a request: those that cost least and
// know least come first. What serves without knowing the caller, such as
// metadata or health, has its place between outer and inner.
func (p Policy) guards() (outer, inner guards) {
	return guards{
			{guardBody, p.limitBody},
			{guardHost, p.checkHost},
			{guardOrigin, p.checkOrigin},
			{guardAddress, p.checkAddress},
		}, guards{
			{guardAuthentication, p.authenticate},
			{guardRate, p.limitRate},
			{guardConcurrency, p.limitConcurrency},
		}
}

type guards []guard

// around puts the guards around a handler, the first one outermost.
func (gs guards) around(next http.Handler) http.Handler {
	for _, g := range slices.Backward(gs) {
		next = g.wrap(next)
	}
	return next
}
