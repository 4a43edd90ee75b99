package httpserver

import "net/http"

// The paths that are served.
const (
	Endpoint         = "/mcp" // Streamable HTTP
	LegacyEndpoint   = "/sse" // HTTP+SSE of the revision 2024-11-05
	resourceMetadata = "/.well-known/oauth-protected-resource"
)

// Protocols are the MCP handlers to serve.
type Protocols struct {
	Streamable http.Handler
	Legacy     http.Handler // nil is not served
}

// NewHandler puts the guards of the policy around the handlers. Nothing but
// their paths is served, and a stranger does not learn which those are.
func NewHandler(protocols Protocols, policy Policy) http.Handler {
	outer, inner := policy.guards()
	return outer.around(policy.openly(inner.around(protocols)))
}

// ServeHTTP chooses by the exact path: one that could be read in two ways, such
// as one with dots in it, leads nowhere.
func (p Protocols) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == Endpoint:
		patient(p.Streamable, writePatience).ServeHTTP(w, r)
	case r.URL.Path == LegacyEndpoint && p.Legacy != nil:
		p.Legacy.ServeHTTP(w, r)
	default:
		refusal{status: http.StatusNotFound, code: "not_found", message: "the MCP endpoint is " + Endpoint}.write(w, r)
	}
}

// openly serves what anybody may read; all else is next's.
func (p Policy) openly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.Resource.isAt(r.URL.Path) && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			p.Resource.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}
