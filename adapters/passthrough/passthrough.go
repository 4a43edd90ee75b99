// Package passthrough takes each caller's credential as the one of the source
// of truth: the caller is whoever that system says it is. Nothing is kept.
package passthrough

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

// Authenticator names callers by a digest of what they present. Whether the
// credential is valid shows when it is used.
type Authenticator struct{ key []byte }

var _ ports.Authenticator = (*Authenticator)(nil)

// New makes an Authenticator whose names depend on a secret that replicas share,
// so that a credential has the same name at each of them. Without one it has
// another name in every process.
func New(shared domain.Secret) *Authenticator {
	if shared.IsZero() {
		shared = domain.NewSecret(rand.Text())
	}
	// The secret seals other things, too, hence a key of its own for the names.
	key, _ := hkdf.Key(sha256.New, []byte(shared.Reveal()), nil, "names of passed-through credentials", sha256.Size) // fails for longer keys alone
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
	return access.Identity{Principal: access.Pseudonym(a.key, token), Credential: token, Scopes: access.Unscoped()}, nil
}
