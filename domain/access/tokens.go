package access

import (
	"fmt"
	"slices"
	"strings"

	"mcpbridge/domain"
)

// NamedDigest is one caller who is recognised by a token.
type NamedDigest struct {
	Name   string
	Digest Digest
}

// Limits of a file of named tokens. Every slow digest may be tried for a token
// that is not known, so there are few.
const (
	maxNamedTokens = 1000
	maxSlowDigests = 16
)

// Tokens are the callers of a file of named tokens.
type Tokens struct{ fast, slow []NamedDigest }

// ParseTokens reads one caller a line, a name and a digest with blanks between
// them; empty lines and lines that start with # do not count. A name may have
// several lines, so that a token can be changed without a gap. An error names
// the line and never repeats its text, which may hold a token by mistake.
func ParseTokens(text string) (Tokens, error) {
	var t Tokens
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 2 || !IsPrincipal(fields[0]) {
			return Tokens{}, fmt.Errorf("line %d: expected a name of visible ASCII and a digest", i+1)
		}
		digest, err := ParseDigest(fields[1])
		if err != nil {
			return Tokens{}, fmt.Errorf("line %d: %w", i+1, err)
		}
		t = t.With(NamedDigest{Name: fields[0], Digest: digest})
	}
	switch {
	case len(t.fast)+len(t.slow) == 0:
		return Tokens{}, fmt.Errorf("there is no token in it")
	case len(t.fast)+len(t.slow) > maxNamedTokens:
		return Tokens{}, fmt.Errorf("there are more than %d tokens in it", maxNamedTokens)
	case len(t.slow) > maxSlowDigests:
		return Tokens{}, fmt.Errorf("there are more than %d argon2id digests in it; give high-entropy tokens sha256 digests", maxSlowDigests)
	}
	return t, nil
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

// HasSlow reports whether [Tokens.FindSlow] can find anybody.
func (t Tokens) HasSlow() bool { return len(t.slow) > 0 }

// FindFast is the name of the token by its SHA-256 digest. All are compared, so
// that the time does not tell which one matched.
func (t Tokens) FindFast(token domain.Secret) (name string, found bool) {
	return find(t.fast, token)
}

// FindSlow is the name of the token by its argon2id digest. It takes memory and
// time for every digest, so the caller must bound how often it runs.
func (t Tokens) FindSlow(token domain.Secret) (name string, found bool) {
	return find(t.slow, token)
}

func find(entries []NamedDigest, token domain.Secret) (name string, found bool) {
	for _, entry := range entries {
		if entry.Digest.Matches(token) {
			name, found = entry.Name, true
		}
	}
	return name, found
}
