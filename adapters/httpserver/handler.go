package httpserver

import (
	"net/http"

	"mcpbridge/domain"
)

// Endpoint is the path of the MCP endpoint.
const Endpoint = "/mcp"

// NewHandler puts the guards around the MCP handler, the cheapest first: no
// request from a foreign web page, then no request without the token. Nothing
// but the endpoint is served.
func NewHandler(mcp http.Handler, token domain.Secret) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(Endpoint, mcp)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "not_found", "the MCP endpoint is "+Endpoint)
	})
	return refuseForeignOrigins(requireToken(token, mux))
}

// refuseForeignOrigins answers 403 to requests that a browser sends for a page
// of another origin, as the MCP specification demands of every HTTP server.
func refuseForeignOrigins(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "origin_refused", "requests for pages of another origin are refused")
	}))
	return protection.Handler(next)
}
