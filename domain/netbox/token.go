package netbox

import (
	"regexp"

	"mcpbridge/domain"
)

// TokenVersion is which of its two forms of token a NetBox would take one for.
type TokenVersion string

// The forms of a token. NetBox knows V2 since 4.5.
const (
	V1          TokenVersion = "v1" // 40 hexadecimal digits
	V2          TokenVersion = "v2" // nbt_KEY.SECRET
	NeitherForm TokenVersion = ""
)

var (
	formV1 = regexp.MustCompile(`^[0-9a-fA-F]{40}$`)
	formV2 = regexp.MustCompile(`^nbt_[A-Za-z0-9]+\.[A-Za-z0-9]+$`)
)

// VersionOf tells a token's version by its shape alone.
func VersionOf(token domain.Secret) TokenVersion {
	switch {
	case formV1.MatchString(token.Reveal()):
		return V1
	case formV2.MatchString(token.Reveal()):
		return V2
	default:
		return NeitherForm
	}
}
