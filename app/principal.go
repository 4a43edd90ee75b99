package app

import "context"

type principalKey struct{}

// WithPrincipal marks ctx with the name of the caller. The driving adapter that
// authenticated the caller sets it.
func WithPrincipal(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, principalKey{}, name)
}

// LocalPrincipal is the caller where nobody was authenticated: whoever started
// the process.
const LocalPrincipal = "local"

// Principal is the caller's name; it is never a credential.
func Principal(ctx context.Context) string {
	if name, ok := ctx.Value(principalKey{}).(string); ok {
		return name
	}
	return LocalPrincipal
}
