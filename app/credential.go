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
	disowned func()
}

// WithIdentity marks ctx with a caller who was authenticated. disowned, which
// may be nil, is told if the source of truth does not accept the identity's own
// credential, possibly several times.
func WithIdentity(ctx context.Context, identity access.Identity, disowned func()) context.Context {
	ctx = WithPrincipal(ctx, identity.Principal)
	return context.WithValue(ctx, identityKey{}, caller{identity, disowned})
}

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
	return caller{Identity: access.Identity{Scopes: access.Unscoped()}}
}

// disown tells the caller's side if it was the caller's own credential, not one
// that came with the call, that the source of truth did not accept.
func disown(ctx context.Context, used domain.Access, err error) {
	c := callerOf(ctx)
	if errors.Is(err, ports.ErrCredentialRefused) && c.disowned != nil && !c.Credential.IsZero() && used.Token.Reveal() == c.Credential.Reveal() {
		c.disowned()
	}
}
