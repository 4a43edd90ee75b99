// Package oidc recognises callers by the access tokens of an OpenID Connect
// issuer: JWTs that its published keys verify (RFC 9068, OAuth 2.1).
package oidc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
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
	// askAgain is how long an issuer that did not answer is left alone.
	askAgain = time.Second
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
	Log  *slog.Logger
}

// Authenticator checks access tokens. It is safe for concurrent use.
type Authenticator struct {
	issuer, audience string
	log              *slog.Logger
	load             func() (Credentials, error)
	credentials      atomic.Pointer[Credentials]

	verifier atomic.Pointer[oidc.IDTokenVerifier] // nil until the issuer has told where its keys are
	asking   sync.Mutex                           // held by whoever asks for that
	asked    time.Time
}

var _ ports.Authenticator = (*Authenticator)(nil)

// New reads the mapping and asks the issuer where its keys are. An issuer that
// does not answer is asked again when a token comes, so the two may start in
// any order. Keys are read when they are needed, and anew when a token names
// one that is not known, so a rotation goes unnoticed. Its error says that the
// mapping cannot be read.
func New(ctx context.Context, options Options) (*Authenticator, error) {
	a := &Authenticator{issuer: options.Issuer, audience: options.Audience, log: options.Log, load: options.Load}
	if a.load == nil {
		a.load = func() (Credentials, error) {
			return func(string) (domain.Secret, bool) { return domain.Secret{}, true }, nil
		}
	}
	if err := a.Reload(); err != nil {
		return nil, err
	}
	_, _ = a.discover(ctx) // what went wrong is in the log
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
	verifier, err := a.discover(ctx)
	if err != nil {
		return access.Identity{}, err
	}
	token, err := verifier.Verify(ctx, credential.Reveal())
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

// discover returns what checks tokens. As long as the issuer has not told where
// its keys are, one caller at a time asks it; the others are not kept waiting.
func (a *Authenticator) discover(ctx context.Context) (*oidc.IDTokenVerifier, error) {
	if verifier := a.verifier.Load(); verifier != nil {
		return verifier, nil
	}
	if !a.asking.TryLock() {
		return nil, errIssuer
	}
	defer a.asking.Unlock()
	if time.Since(a.asked) < askAgain {
		return nil, errIssuer
	}
	// Whoever asks first may leave early; the answer is for all.
	ctx = oidc.ClientContext(context.WithoutCancel(ctx), &http.Client{Timeout: patience})
	provider, err := oidc.NewProvider(ctx, a.issuer)
	a.asked = time.Now()
	if err != nil {
		a.log.WarnContext(ctx, "the issuer does not tell where its keys are; nobody can be authenticated", "issuer", a.issuer, "error", err)
		return nil, errIssuer
	}
	verifier := provider.VerifierContext(ctx, &oidc.Config{
		ClientID: a.audience,
		Now:      func() time.Time { return time.Now().Add(-skew) }, // for the expiry; the library has its own leeway for nbf
	})
	a.verifier.Store(verifier)
	return verifier, nil
}

// Errors that tell that no token can be checked at the moment.
var (
	errIssuer = errors.New("the issuer does not tell where its keys are")
	errKeys   = errors.New("the issuer's keys cannot be read")
)

// whyNot keeps the library's text, which repeats what a token says, to itself.
func whyNot(err error) error {
	// The words of a token come later in the text, so none of them begins it.
	if strings.HasPrefix(err.Error(), "failed to verify signature: fetching keys") {
		return errKeys
	}
	return ports.ErrStranger
}
