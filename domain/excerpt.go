package domain

import (
	"strings"
	"unicode"

	"mcpbridge/domain/fault"
)

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
