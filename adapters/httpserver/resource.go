package httpserver

import (
	"encoding/json"
	"net/http"
	"net/url"

	"mcpbridge/domain/access"
)

// Resource is the service as clients of an authorization server know it (RFC
// 9728): a handler of its metadata, which anybody may read.
type Resource struct {
	url      string // of the endpoint, as clients reach it
	issuer   string
	metadata *url.URL
}

// NewResource describes the endpoint at that URL, access to which the issuer
// grants.
func NewResource(endpoint, issuer string) (*Resource, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	u.Path = resourceMetadata + u.Path
	return &Resource{url: endpoint, issuer: issuer, metadata: u}, nil
}

// isAt reports whether a path is one of the metadata's: the one that challenges
// name, or one of those at which clients look for it unasked, who may not know of
// a prefix that a proxy takes away.
func (r *Resource) isAt(path string) bool {
	return r != nil && (path == r.metadata.Path || path == resourceMetadata || path == resourceMetadata+Endpoint)
}

// ServeHTTP answers with the metadata.
func (r *Resource) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "max-age=300")
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(struct {
		Resource string         `json:"resource"`
		Servers  []string       `json:"authorization_servers"`
		Scopes   []access.Scope `json:"scopes_supported"`
		Methods  []string       `json:"bearer_methods_supported"`
		Name     string         `json:"resource_name"`
	}{r.url, []string{r.issuer}, access.AllScopes(), []string{"header"}, "MCP Bridge"})
}

// parameters are those of a challenge. They name the problem only where there
// is an authorization server that can solve it.
func (r *Resource) parameters(problem string) string {
	if r == nil {
		return ""
	}
	text := `, resource_metadata="` + r.metadata.String() + `", scope="` + string(access.Read) + `"`
	if problem != "" {
		text += `, error="` + problem + `"`
	}
	return text
}
