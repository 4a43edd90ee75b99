package mcpserver

import (
	"context"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// RefuseCallTokens makes the server take no token argument. It is to be called
// before the server serves.
func (s *Server) RefuseCallTokens() { s.noCallTokens = true }

// access is on whose behalf a call is made: the caller's own credential, if
// there is one, gives way to a token that comes with the call.
func (s *Server) access(ctx context.Context, token domain.Secret) (domain.Access, error) {
	if s.noCallTokens && !token.IsZero() {
		return domain.Access{}, fault.Wrap(fault.TokenInvalid, fault.Findings{
			fault.Find("/token", fault.TokenForm, "this server takes no token argument; leave it out"),
		})
	}
	if token.IsZero() {
		token = app.Credential(ctx)
	}
	return domain.Access{Principal: app.Principal(ctx), Token: token}, nil
}
