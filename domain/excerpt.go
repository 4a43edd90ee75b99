package domain

import (
	"strings"
	"unicode"

	"mcpbridge/domain/fault"
)

// maxExcerptSource is how many bytes of an answer an excerpt is taken from.
// Looking for credentials in all of a large one would cost more than the call.
const maxExcerptSource = 16 << 10

// ExcerptSource is the part of an answer to redact before an excerpt is made
// of it. It does not end within a word, which could be half a credential.
func ExcerptSource(body []byte) string {
	if len(body) <= maxExcerptSource {
		return string(body)
	}
	start := string(body[:maxExcerptSource])
	return strings.TrimRight(start, pathCharacters+"+=")
}

// Excerpt makes a foreign text fit to be shown: valid UTF-8, without controls
// other than line breaks and tabs, and at most [MaxExcerptChars] characters.
func Excerpt(text string) string {
	shown := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
	return fault.Clip(shown, MaxExcerptChars)
}
