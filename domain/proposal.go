package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"mcpbridge/domain/fault"
)

// Proposal is a write that a person may be asked about.
type Proposal struct {
	Access Access
	Tool   Tool
	Target Target
	// Acknowledges is the journal's id of an earlier, unsettled write that this
	// one repeats knowingly, or "".
	Acknowledges string
}

// Facts are what a person must see of the proposal before it is sent: one fact a
// line, always in this order. What the caller chose freely comes last and cannot
// start a line of its own, so nothing in it can pass for another fact. hide takes
// the credentials out of a text.
func (p Proposal) Facts(hide func(string) string) []string {
	facts := []string{
		"Plugin: " + p.Tool.Plugin,
		"Tool: " + p.Tool.Name,
		"Effect: " + string(p.Tool.Effect),
		"Method: " + string(p.Target.Method),
		"Path: " + p.Target.Path,
	}
	if p.Acknowledges != "" {
		facts = append(facts, fact("Repeats the write of unknown outcome", p.Acknowledges, fault.MaxName))
	}
	for _, h := range p.Target.Headers {
		facts = append(facts, fact("Header", hide(h.Name+": "+h.Value), MaxShownHeader))
	}
	return append(facts, fact("Arguments", hide(compact(p.Target.Body)), MaxShownArguments))
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
	if json.Compact(&text, body) != nil { // which nothing that was read as JSON is
		return string(body)
	}
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
