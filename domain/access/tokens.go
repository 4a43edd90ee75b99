package access

import (
	"slices"

	"mcpbridge/domain"
)

// NamedDigest is one caller who is recognised by a token.
type NamedDigest struct {
	Name   string
	Digest Digest
}

// Tokens are the callers of a file of named tokens.
type Tokens struct{ fast, slow []NamedDigest }

// ParseTokens reads the callers of a file, as [ParseTokenFile] does.
func ParseTokens(text string) (Tokens, error) {
	file, err := ParseTokenFile(text)
	var t Tokens
	for _, entry := range file.entries {
		t = t.With(entry.NamedDigest)
	}
	return t, err
}

// With adds a caller.
func (t Tokens) With(entry NamedDigest) Tokens {
	if entry.Digest.IsSlow() {
		t.slow = append(slices.Clip(t.slow), entry)
	} else {
		t.fast = append(slices.Clip(t.fast), entry)
	}
	return t
}

// AreNone reports whether nobody can be found.
func (t Tokens) AreNone() bool { return len(t.fast)+len(t.slow) == 0 }

// HasSlow reports whether [Tokens.FindSlow] can find anybody.
func (t Tokens) HasSlow() bool { return len(t.slow) > 0 }

// FindFast is the name of the token by its SHA-256 digest. All are compared, so
// that the time does not tell which one matched.
func (t Tokens) FindFast(token domain.Secret) (name string, found bool) {
	return find(t.fast, DigestOf(token).equals)
}

// FindSlow is the name of the token by its argon2id digest. It takes memory and
// time for every digest, so the caller must bound how often it runs.
func (t Tokens) FindSlow(token domain.Secret) (name string, found bool) {
	return find(t.slow, func(d Digest) bool { return d.Matches(token) })
}

func find(entries []NamedDigest, matches func(Digest) bool) (name string, found bool) {
	for _, entry := range entries {
		if matches(entry.Digest) {
			name, found = entry.Name, true
		}
	}
	return name, found
}
