package httpserver

import (
	"net/http"
	"slices"
	"strings"
)

// checkOrigin refuses what a browser sends for a web page, unless the page's
// origin is listed, and lets pages of listed origins read the answers (CORS).
// A client that is no browser sends no Origin.
func (p Policy) checkOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origins := r.Header.Values("Origin")
		switch {
		case len(origins) == 0 && !isForeignPage(r):
			next.ServeHTTP(w, r)
		case len(origins) != 1 || !slices.Contains(p.AllowedOrigins, strings.ToLower(origins[0])):
			p.refuse(w, r, guardOrigin, refusal{
				status: http.StatusForbidden, code: "origin_refused", message: "web pages of this origin may not call; the operator can allow it with --allowed-origin",
			})
		default:
			admitPage(w, r, origins[0], next)
		}
	})
}

// isForeignPage recognises a page's request for which the browser sends no
// Origin, such as one for an image (Fetch Metadata).
func isForeignPage(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site != "" && site != "none" && site != "same-origin"
}

// admitPage answers a preflight itself and marks every other answer as one that
// the page may read.
func admitPage(w http.ResponseWriter, r *http.Request, origin string, next http.Handler) {
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", origin)
	header.Add("Vary", "Origin")
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		header.Set("Access-Control-Allow-Methods", "GET, POST")
		header.Set("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id")
		header.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	header.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id")
	next.ServeHTTP(w, r)
}
