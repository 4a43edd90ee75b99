package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// The most that a person is shown of a header and of the arguments, in
// characters.
const (
	maxShownHeader    = 200
	maxShownArguments = 2000
)

const askText = "An agent asks to send the request below. It is sent once if you accept, and not at all otherwise."

// text is what the person sees: one fact a line, always in this order. What the
// agent chose freely comes last and cannot start a line of its own, so nothing
// in it can pass for another fact.
func (a *Approver) text(p domain.Proposal) string {
	lines := []string{
		askText,
		"",
		"Plugin: " + p.Tool.Plugin,
		"Tool: " + p.Tool.Name,
		"Effect: " + string(p.Tool.Effect),
		"Method: " + string(p.Target.Method),
		"Path: " + p.Target.Path,
	}
	if p.Acknowledges != "" {
		lines = append(lines, fact("Repeats the write of unknown outcome", p.Acknowledges, fault.MaxName))
	}
	for _, h := range p.Target.Headers {
		lines = append(lines, fact("Header", a.redactor.Redact(h.Name+": "+h.Value, p.Access.Token), maxShownHeader))
	}
	lines = append(lines, fact("Arguments", a.redactor.Redact(compact(p.Target.Body), p.Access.Token), maxShownArguments))
	return strings.Join(lines, "\n")
}

// fact is one line; if not all of the text is shown, its name says so.
func fact(name, text string, limit int) string {
	shown := visible(text)
	if length := utf8.RuneCountInString(shown); length > limit {
		name = fmt.Sprintf("%s (the first %d of %d characters)", name, limit, length)
	}
	return name + ": " + fault.Clip(shown, limit)
}

// compact removes the space between tokens, so that it costs none of the limit.
func compact(body []byte) string {
	var text bytes.Buffer
	_ = json.Compact(&text, body) // the arguments were read as JSON before
	return text.String()
}

// visible escapes, as JSON does, whatever has no glyph of its own: controls,
// line separators, and the marks that reorder or hide the text around them.
func visible(text string) string {
	var shown strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			shown.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&shown, `\u%04x`, unit)
		}
	}
	return shown.String()
}
