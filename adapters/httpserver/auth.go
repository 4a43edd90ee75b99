package httpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"mcpbridge/app"
	"mcpbridge/domain"
)

// SharedPrincipal is the caller's name where everybody shares one token.
const SharedPrincipal = "shared"

// requireToken lets only requests pass that bear the token. It compares
// digests, in constant time, so that neither the length nor the content of the
// token shows in the time it takes.
func requireToken(token domain.Secret, next http.Handler) http.Handler {
	expected := sha256.Sum256([]byte(token.Reveal()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := sha256.Sum256([]byte(bearer(r.Header)))
		if subtle.ConstantTimeCompare(given[:], expected[:]) != 1 {
			w.Header().Set("WWW-Authenticate", `Bearer realm="mcp-bridge"`)
			refuse(w, http.StatusUnauthorized, "unauthorized", "send the header Authorization: Bearer with the token of this server")
			return
		}
		next.ServeHTTP(w, r.WithContext(app.WithPrincipal(r.Context(), SharedPrincipal)))
	})
}

// bearer is the credential of the one Authorization header (RFC 6750 section
// 2.1); "", which is never a token, if there is none or more than one.
func bearer(header http.Header) string {
	fields := header.Values("Authorization")
	if len(fields) != 1 {
		return ""
	}
	scheme, credential, _ := strings.Cut(fields[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.Trim(credential, " ")
}
