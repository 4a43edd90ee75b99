package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/strictjson"
)

// Result shows how a call ended: what came back on out, all else on messages.
func (s Style) Result(out, messages io.Writer, result domain.Result) error {
	switch result.Outcome {
	case domain.Completed:
		if result.Journal != "" {
			fmt.Fprintf(messages, "completed, HTTP %d, journal %s\n", result.Status, result.Journal)
		}
		return s.body(out, messages, result)
	case domain.Previewed:
		return s.preview(out, *result.Target)
	default:
		return s.failure(out, result)
	}
}

// body is the answer's JSON, indented; a read may also have been answered with
// an error, whose status a person must see, but no program that reads the JSON.
func (s Style) body(out, messages io.Writer, result domain.Result) error {
	var text strings.Builder
	if result.Status < 200 || result.Status > 299 {
		fmt.Fprintf(messages, "%s\n", s.paint(yellow, fmt.Sprintf("HTTP %d", result.Status)))
	}
	if result.Body.Is(strictjson.Absent) {
		text.WriteString("null\n")
	} else {
		text.WriteString(indented(result.Body.Raw()) + "\n")
	}
	return send(out, &text)
}

func (s Style) preview(out io.Writer, target domain.Target) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s nothing was sent. A call would send:\n\n", s.paint(green, "A dry run:"))
	request(&text, target)
	return send(out, &text)
}

func request(text *strings.Builder, target domain.Target) {
	query := ""
	if target.Query != "" {
		query = "?" + target.Query
	}
	fmt.Fprintf(text, "  %s %s%s\n", target.Method, target.Path, query)
	for _, h := range target.Headers {
		fmt.Fprintf(text, "  %s: %s\n", h.Name, line(h.Value))
	}
	if target.Body != nil {
		fmt.Fprintf(text, "\n%s\n", indented(target.Body))
	}
}

func (s Style) failure(out io.Writer, result domain.Result) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s): %s\n", s.paint(red, string(result.Outcome)), result.Fault.Code, line(result.Fault.Message))
	if result.Excerpt != "" {
		fmt.Fprintf(&text, "the answer began:\n%s\n", domain.Excerpt(result.Excerpt))
	}
	if result.Journal != "" {
		fmt.Fprintf(&text, "journal: %s\n", result.Journal)
	}
	fmt.Fprintf(&text, "next: %s\n", next(result.Fault))
	return send(out, &text)
}

// indented is JSON for a person, without the controls that JSON allows in a
// string and a terminal obeys.
func indented(raw []byte) string {
	var text bytes.Buffer
	if err := json.Indent(&text, raw, "", "  "); err != nil {
		return line(string(raw))
	}
	return strings.Map(func(r rune) rune {
		if r >= 0x7f && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, text.String())
}
