package netbox

import (
	"strings"

	"mcpbridge/domain"
)

// Authorization is the header value for a NetBox token: Bearer for a v2 token
// (nbt_...), Token for any other. No token gives no header.
func Authorization(token domain.Secret) domain.Secret {
	switch {
	case token.IsZero():
		return domain.Secret{}
	case strings.HasPrefix(token.Reveal(), "nbt_"):
		return domain.NewSecret("Bearer " + token.Reveal())
	default:
		return domain.NewSecret("Token " + token.Reveal())
	}
}
