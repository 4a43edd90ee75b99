// Package passthrough takes each caller's credential as the one of the source
// of truth: the caller is whoever that system says it is. Nothing is kept.
package passthrough

import (
	"context"
	"crypto/rand"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

// Authenticator names callers by a digest of what they present. Whether the
// credential is valid shows when it is used.
type Authenticator struct{ key []byte }

var _ ports.Authenticator = (*Authenticator)(nil)

// New makes an Authenticator with a key of its own, so that the same credential
// has another name in another process.
func New() *Authenticator {
	key := make([]byte, 32)
	rand.Read(key) // never fails: crypto/rand
	return &Authenticator{key: key}
}

// Authenticate accepts what a header carries safely: visible ASCII within the
// limit of a token.
func (a *Authenticator) Authenticate(_ context.Context, credential domain.Secret) (access.Identity, error) {
	token, err := domain.ParseToken(credential.Reveal())
	isHidden := func(r rune) bool { return r <= ' ' || r > '~' }
	if err != nil || token.IsZero() || strings.ContainsFunc(token.Reveal(), isHidden) {
		return access.Identity{}, ports.ErrStranger
	}
	return access.Identity{Principal: access.Pseudonym(a.key, token), Credential: token, Scopes: access.Everything()}, nil
}
