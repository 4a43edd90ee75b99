package netboxdemo

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strings"
)

// tokenPrefix starts every v2 token.
const tokenPrefix = "nbt_"

// newToken makes a v2 token: a public key of 12 and a secret of 40 characters.
func newToken() string {
	return tokenPrefix + rand.Text()[:12] + "." + (rand.Text() + rand.Text())[:40]
}

// scheme is the authentication scheme that goes with a token's form.
func scheme(token string) string {
	if strings.HasPrefix(token, tokenPrefix) {
		return "Bearer"
	}
	return "Token"
}

// authenticate returns why a request is refused, or "". NetBox says so with
// 403, never 401.
func (s *Server) authenticate(r *http.Request) string {
	given := r.Header.Get("Authorization")
	if given == "" {
		return "Authentication credentials were not provided."
	}
	wanted := scheme(s.token) + " " + s.token
	if subtle.ConstantTimeCompare([]byte(given), []byte(wanted)) != 1 {
		return "Invalid token"
	}
	return ""
}
