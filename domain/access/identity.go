package access

import "mcpbridge/domain"

// Identity is a caller who was recognised.
type Identity struct {
	// Principal names the caller in logs and in the journal; it is never a
	// credential.
	Principal string
	// Credential is what the source of truth is reached with on the caller's
	// behalf; the zero Secret stands for the configured one.
	Credential domain.Secret
	// Scopes are what the caller may do; the zero Scopes are nothing at all.
	Scopes Scopes
}

// SharedPrincipal is the name of all who present the one token of the settings.
// No named token has it, so that nobody is taken for them.
const SharedPrincipal = "shared"

// MaxPrincipalChars bounds a principal's name.
const MaxPrincipalChars = 128

// IsPrincipal reports whether a text can name a caller: 1 to 128 visible ASCII
// characters, so that it cannot disturb a log line or a header.
func IsPrincipal(name string) bool {
	if name == "" || len(name) > MaxPrincipalChars {
		return false
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}
