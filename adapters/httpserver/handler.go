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
	guarded := http.NewServeMux()
	guarded.Handle(Endpoint, protocols.Streamable)
	if protocols.Legacy != nil {
		guarded.Handle(LegacyEndpoint, protocols.Legacy)
	}
	guarded.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "not_found", "the MCP endpoint is "+Endpoint)
	})
	outer, inner := policy.guards()
	open := http.NewServeMux()
	open.Handle("/", inner.around(guarded))
	if policy.Resource != nil {
		open.Handle("GET "+resourceMetadata, policy.Resource)
		open.Handle("GET "+resourceMetadata+Endpoint, policy.Resource)
	}
	return outer.around(open)
}
