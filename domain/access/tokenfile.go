package access

import (
	"errors"
	"fmt"
	"strings"
)

// MaxTokenFileBytes is the size of the largest file of named tokens.
const MaxTokenFileBytes = 1 << 20

// Limits of a file of named tokens. Every slow digest may be tried for a token
// that is not known, so there are few.
const (
	maxNamedTokens = 1000
	maxSlowDigests = 16
)

// ErrNoSuchToken tells that a file holds no token of a name, or none of it with
// an id.
var ErrNoSuchToken = errors.New("there is no such token in the file")

// TokenFile is the text of a file of named tokens that keeps every rule. Its
// methods change single lines and leave all others as they are, byte for byte.
type TokenFile struct {
	text    string
	entries []entryInText
}

// entryInText is a caller and the bytes of the text that are its line, with the
// line end.
type entryInText struct {
	NamedDigest
	from, to int
}

// ParseTokenFile reads one caller a line, a name and a digest with blanks
// between them; empty lines and lines that start with # do not count. A name may
// have several lines, so that a token can be changed without a gap. A file
// without a caller is one that lets nobody in. An error names the line and never
// repeats its text, which may hold a token by mistake.
func ParseTokenFile(text string) (TokenFile, error) {
	if len(text) > MaxTokenFileBytes {
		return TokenFile{}, fmt.Errorf("the file is larger than %d bytes", MaxTokenFileBytes)
	}
	file := TokenFile{text: text}
	number, from, slow := 0, 0, 0
	for line := range strings.Lines(text) {
		number++
		to := from + len(line)
		entry, counts, err := parseTokenLine(line)
		if err != nil {
			return TokenFile{}, fmt.Errorf("line %d: %w", number, err)
		}
		if counts {
			file.entries = append(file.entries, entryInText{entry, from, to})
			if entry.Digest.IsSlow() {
				slow++
			}
		}
		switch {
		case len(file.entries) > maxNamedTokens:
			return TokenFile{}, fmt.Errorf("line %d: there are more than %d tokens in the file", number, maxNamedTokens)
		case slow > maxSlowDigests:
			return TokenFile{}, fmt.Errorf("line %d: there are more than %d argon2id digests in the file; give high-entropy tokens sha256 digests", number, maxSlowDigests)
		}
		from = to
	}
	return file, nil
}

// parseTokenLine tells whether the line counts, and what it says if it does.
func parseTokenLine(line string) (entry NamedDigest, counts bool, err error) {
	fields := strings.Fields(line)
	if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
		return NamedDigest{}, false, nil
	}
	if len(fields) != 2 || !IsTokenName(fields[0]) {
		return NamedDigest{}, false, errors.New("expected a name of visible ASCII, which is not " + SharedPrincipal + ", and a digest")
	}
	digest, err := ParseDigest(fields[1])
	return NamedDigest{Name: fields[0], Digest: digest}, err == nil, err
}

// IsTokenName reports whether a text can name a caller in a file of named
// tokens: as any principal, except that it would be a comment after a #, and
// that [SharedPrincipal] is taken.
func IsTokenName(name string) bool {
	return IsPrincipal(name) && name[0] != '#' && name != SharedPrincipal
}

// Text is the file's text.
func (f TokenFile) Text() string { return f.text }

// Entries are the callers, in the order of the file.
func (f TokenFile) Entries() []NamedDigest {
	entries := make([]NamedDigest, len(f.entries))
	for i, entry := range f.entries {
		entries[i] = entry.NamedDigest
	}
	return entries
}

// Count is how many tokens a name has.
func (f TokenFile) Count(name string) int {
	count := 0
	for _, entry := range f.entries {
		if entry.Name == name {
			count++
		}
	}
	return count
}

// Add is the file with one more line. Its error tells that the name cannot be
// one, or that the file is full.
func (f TokenFile) Add(entry NamedDigest) (TokenFile, error) {
	if !IsTokenName(entry.Name) {
		return TokenFile{}, fmt.Errorf("a name is 1 to %d visible ASCII characters, does not start with # and is not %s", MaxPrincipalChars, SharedPrincipal)
	}
	text := f.text
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return ParseTokenFile(text + entry.Name + " " + entry.Digest.Text() + "\n")
}

// Revoke is the file without the lines of a name, or without those of them whose
// digest has the id; the id "" is any. Its error is [ErrNoSuchToken] if there
// are none.
func (f TokenFile) Revoke(name, id string) (TokenFile, error) {
	var kept strings.Builder
	at := 0
	for _, entry := range f.entries {
		if entry.Name == name && (id == "" || entry.Digest.ID() == id) {
			kept.WriteString(f.text[at:entry.from])
			at = entry.to
		}
	}
	if at == 0 {
		return TokenFile{}, ErrNoSuchToken
	}
	kept.WriteString(f.text[at:])
	return ParseTokenFile(kept.String())
}
