package domain

import (
	"strings"
	"unicode/utf8"

	"mcpbridge/domain/fault"
)

// Secret is a credential. Printing, logging or marshalling it shows nothing of
// it; only Reveal does. The zero Secret is "no credential". Secrets are not to
// be compared with ==.
type Secret struct {
	// A pointer, since fmt prints the fields of a struct it holds unexported
	// without asking any method, but never what lies behind a nested pointer.
	value *string
}

// NewSecret wraps a value as it is; an empty one is no credential.
func NewSecret(value string) Secret {
	if value == "" {
		return Secret{}
	}
	return Secret{value: &value}
}

// ParseToken accepts a token argument: at most [MaxTokenChars] characters
// without CR, LF or NUL (contract section 2). Its error is a [fault.Fault]
// with code token_invalid.
func ParseToken(text string) (Secret, error) {
	switch {
	case utf8.RuneCountInString(text) > MaxTokenChars:
		return Secret{}, fault.Wrap(fault.TokenInvalid, fault.Findings{fault.Find("/token", fault.TokenForm, "the token is longer than %d characters", MaxTokenChars)})
	case strings.ContainsAny(text, "\r\n\x00"):
		return Secret{}, fault.Wrap(fault.TokenInvalid, fault.Findings{fault.Find("/token", fault.TokenForm, "the token holds CR, LF or NUL")})
	}
	return NewSecret(text), nil
}

// IsZero reports whether there is no credential.
func (s Secret) IsZero() bool { return s.value == nil }

// Reveal returns the credential itself, for the request that carries it.
func (s Secret) Reveal() string {
	if s.IsZero() {
		return ""
	}
	return *s.value
}

// String hides the credential from fmt and slog.
func (s Secret) String() string { return "[secret]" }

// GoString hides the credential from %#v.
func (s Secret) GoString() string { return "[secret]" }

// MarshalText hides the credential from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }
