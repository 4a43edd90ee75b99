package app

import (
	"context"
	"errors"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

type identityKey struct{}

// caller is what ctx knows of who is behind a call.
type caller struct {
	access.Identity
	judged func(accepted bool)
}

// WithIdentity marks ctx with a caller who was authenticated. judged, which may be
// nil, is told whether the source of truth accepts the identity's own credential,
// possibly several times.
func WithIdentity(ctx context.Context, identity access.Identity, judged func(accepted bool)) context.Context {
	return context.WithValue(ctx, identityKey{}, caller{identity, judged})
}

// LocalPrincipal is the caller where nobody was authenticated: whoever started
// the process.
const LocalPrincipal = "local"

// Principal is the caller's name; it is never a credential.
func Principal(ctx context.Context) string { return callerOf(ctx).Principal }

// Credential is the caller's own credential for the source of truth; the zero
// Secret if the configured one is to be used.
func Credential(ctx context.Context) domain.Secret { return callerOf(ctx).Credential }

// Allows reports whether the caller may do what the scope stands for. Where
// nobody was authenticated, the settings alone decide.
func Allows(ctx context.Context, scope access.Scope) bool { return callerOf(ctx).Scopes.Allow(scope) }

func callerOf(ctx context.Context) caller {
	if c, ok := ctx.Value(identityKey{}).(caller); ok {
		return c
	}
	return caller{Identity: access.Identity{Principal: LocalPrincipal, Scopes: access.Unscoped()}}
}

// tellVerdict tells the caller's side what a discovery that ended with err says of the
// caller's own credential, if that and not one that came with the call was used.
func tellVerdict(ctx context.Context, used domain.Access, err error) {
	c := callerOf(ctx)
	if c.judged == nil || c.Credential.IsZero() || used.Token.Reveal() != c.Credential.Reveal() {
		return
	}
	if refused := errors.Is(err, ports.ErrCredentialRefused); refused || err == nil {
		c.judged(!refused)
	}
}
