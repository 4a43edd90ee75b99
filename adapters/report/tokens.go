package report

import (
	"fmt"
	"io"
	"strings"
)

// Token is what may be shown of a token: not enough to call with.
type Token struct {
	Name string `json:"name"`
	ID   string `json:"id"`
	Kind string `json:"kind"` // of the digest
}

// Tokens lists tokens, and counts them.
func (s Style) Tokens(out io.Writer, tokens []Token) error {
	var text strings.Builder
	shown := table{style: s}
	shown.heading("NAME", "ID", "DIGEST")
	for _, token := range tokens {
		shown.row(plain(token.Name), plain(token.ID), plain(token.Kind))
	}
	shown.write(&text)
	fmt.Fprintf(&text, "\ntokens: %d\n", len(tokens))
	return send(out, &text)
}

// TokensJSON writes the same for programs.
func TokensJSON(out io.Writer, tokens []Token) error {
	return JSON(out, struct {
		Count  int     `json:"count"`
		Tokens []Token `json:"tokens"`
	}{len(tokens), tokens})
}
