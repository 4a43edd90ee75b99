// Package oidc recognises callers by the access tokens of an OpenID Connect
// issuer: JWTs that its published keys verify (RFC 9068, OAuth 2.1).
package oidc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

const (
	// skew is how far the issuer's clock may be from this one.
	skew = 30 * time.Second
	// patience is how long the issuer may take to answer.
	patience = 10 * time.Second
)

// Credentials returns the source of truth's credential for a principal, the
// zero Secret for the configured one, and whether the principal may come in.
type Credentials func(principal string) (domain.Secret, bool)

// Options are what an issuer's tokens must hold.
type Options struct {
	Issuer   string
	Audience string // the service's own name in aud
	// Load reads who has which credential; nil gives everybody the configured
	// one.
	Load func() (Credentials, error)
}

// Authenticator checks access tokens. It is safe for concurrent use.
type Authenticator struct {
	verifier    *oidc.IDTokenVerifier
	load        func() (Credentials, error)
	credentials atomic.Pointer[Credentials]
}

var _ ports.Authenticator = (*Authenticator)(nil)

// New asks the issuer where its keys are. They are read when they are needed,
// and anew when a token names one that is not known, so a rotation goes
// unnoticed. Its error says that the issuer or the mapping cannot be read.
func New(ctx context.Context, options Options) (*Authenticator, error) {
	client := &http.Client{Timeout: patience}
	ctx = oidc.ClientContext(ctx, client)
	provider, err := oidc.NewProvider(ctx, options.Issuer)
	if err != nil {
		return nil, fmt.Errorf("ask the issuer where its keys are: %w", err)
	}
	a := &Authenticator{load: options.Load, verifier: provider.VerifierContext(ctx, &oidc.Config{
		ClientID: options.Audience,
		Now:      func() time.Time { return time.Now().Add(-skew) }, // for the expiry; the library has its own leeway for nbf
	})}
	if a.load == nil {
		a.load = func() (Credentials, error) {
			return func(string) (domain.Secret, bool) { return domain.Secret{}, true }, nil
		}
	}
	if err := a.Reload(); err != nil {
		return nil, err
	}
	return a, nil
}

// Reload reads the mapping anew. If that fails, the one before stays in force.
func (a *Authenticator) Reload() error {
	credentials, err := a.load()
	if err == nil {
		a.credentials.Store(&credentials)
	}
	return err
}

// claims are those that say what the bearer may do; issuers differ in how.
type claims struct {
	Scope  string `json:"scope"`
	Scopes any    `json:"scp"`
}

// Authenticate names the subject of a token that the issuer signed for this
// service and that is in force.
func (a *Authenticator) Authenticate(ctx context.Context, credential domain.Secret) (access.Identity, error) {
	token, err := a.verifier.Verify(ctx, credential.Reveal())
	if err != nil {
		return access.Identity{}, whyNot(err)
	}
	var said claims
	if err := token.Claims(&said); err != nil || !access.IsPrincipal(token.Subject) {
		return access.Identity{}, ports.ErrStranger
	}
	own, known := (*a.credentials.Load())(token.Subject)
	if !known {
		return access.Identity{}, ports.ErrForbidden
	}
	return access.Identity{Principal: token.Subject, Credential: own, Scopes: said.granted()}, nil
}

// granted reads the scopes from scope (RFC 9068) or from scp, as a text or a
// list.
func (c claims) granted() access.Scopes {
	said := []string{c.Scope}
	switch scopes := c.Scopes.(type) {
	case string:
		said = append(said, scopes)
	case []any:
		for _, scope := range scopes {
			said = append(said, fmt.Sprint(scope))
		}
	}
	return access.ParseScopes(strings.Join(said, " "))
}

// errKeys tells that no token can be checked at the moment.
var errKeys = errors.New("the issuer's keys cannot be read")

// whyNot keeps the library's text, which repeats claims, to itself.
func whyNot(err error) error {
	if strings.Contains(err.Error(), "fetching keys") {
		return errKeys
	}
	return ports.ErrStranger
}
