package access_test

import (
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

// isOneLine reports whether an error is short and on one line, so that it does
// not carry the text that it is about.
func isOneLine(err error) bool {
	return len(err.Error()) < 200 && !strings.ContainsAny(err.Error(), "\r\n")
}

// FuzzTokenFile demands of any file that it is refused with a line, or that each
// caller can be revoked and another added without touching a line of the others.
func FuzzTokenFile(f *testing.F) {
	added := access.NamedDigest{Name: "new", Digest: access.DigestOf(domain.NewSecret("abc"))}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := access.ParseTokenFile(text)
		if err != nil {
			if !isOneLine(err) || len(file.Entries()) > 0 {
				t.Errorf("%d callers beside %q", len(file.Entries()), err)
			}
			return
		}
		names := namesIn(file)
		if file.Text() != text || len(names) > 1000 {
			t.Fatalf("%d callers of %q", len(names), file.Text())
		}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
			after, err := file.Revoke(name, "")
			others := slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
			if err != nil || !slices.Equal(namesIn(after), others) {
				t.Errorf("%q is revoked: %v, %q", name, err, after.Text())
			}
		}
		if after, err := file.Add(added); err == nil && (!strings.HasPrefix(after.Text(), text) || !slices.Equal(namesIn(after), append(names, "new"))) {
			t.Errorf("after a line was added: %q", after.Text())
		}
	})
}

func namesIn(file access.TokenFile) []string {
	var names []string
	for _, entry := range file.Entries() {
		names = append(names, entry.Name)
	}
	return names
}

// FuzzDigest demands that what is accepted is within the limits and is written
// so that it is read as the same.
func FuzzDigest(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		digest, err := access.ParseDigest(text)
		if err != nil {
			if !isOneLine(err) {
				t.Errorf("%q", err)
			}
			return
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) || len(text) > 300 {
			t.Errorf("%q is accepted", text)
		}
		again, err := access.ParseDigest(digest.Text())
		if err != nil || again.Text() != digest.Text() || again.ID() != digest.ID() || again.IsSlow() != digest.IsSlow() || !access.IsDigestID(digest.ID()) {
			t.Errorf("%q is written as %q: %v", text, digest.Text(), err)
		}
	})
}

// FuzzCredentials demands one source of each principal, and no value in an error.
func FuzzCredentials(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		sources, err := access.ParseCredentials(slices.Clone(data))
		if err != nil {
			if !isOneLine(err) || sources != nil {
				t.Errorf("%d sources beside %q", len(sources), err)
			}
			return
		}
		for principal, source := range sources {
			places := 0
			for _, isSet := range []bool{source.File != "", source.Variable != "", source.Profile} {
				if isSet {
					places++
				}
			}
			if places != 1 || !access.IsPrincipal(principal) {
				t.Errorf("%q has %d places", principal, places)
			}
		}
	})
}
