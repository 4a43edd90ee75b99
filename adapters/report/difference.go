package report

import (
	"fmt"
	"io"
	"strings"

	"mcpbridge/app/authors"
	"mcpbridge/domain/compat"
	"mcpbridge/domain/fault"
)

// Difference shows what a new manifest changes, and whether that breaks callers.
func (s Style) Difference(out io.Writer, d authors.Difference) error {
	var text strings.Builder
	if len(d.Changes) == 0 {
		text.WriteString("Nothing changes for callers.\n")
		return send(out, &text)
	}
	changes := table{style: s}
	changes.heading("BREAKS", "TOOL", "CHANGE", "WHERE", "WHAT")
	for _, c := range d.Changes {
		breaks := cell{"no", green}
		if c.Breaking {
			breaks = cell{"yes", red}
		}
		changes.row(breaks, plain(c.Tool), plain(string(c.Kind)), plain(c.Pointer.Place()), plain(c.Message))
	}
	changes.write(&text)
	verdict := s.paint(green, "No caller breaks.")
	if d.Breaks() {
		verdict = s.paint(red, "Callers break.")
	}
	fmt.Fprintf(&text, "\n%s\n", verdict)
	return send(out, &text)
}

type (
	differenceJSON struct {
		Breaking bool         `json:"breaking"`
		Changes  []changeJSON `json:"changes"`
	}
	changeJSON struct {
		Tool     string        `json:"tool,omitempty"`
		Pointer  fault.Pointer `json:"pointer"`
		Kind     compat.Kind   `json:"kind"`
		Breaking bool          `json:"breaking"`
		Message  string        `json:"message"`
	}
)

// DifferenceJSON writes the same for programs.
func DifferenceJSON(out io.Writer, d authors.Difference) error {
	shown := differenceJSON{Breaking: d.Breaks(), Changes: make([]changeJSON, len(d.Changes))}
	for i, c := range d.Changes {
		shown.Changes[i] = changeJSON(c)
	}
	return JSON(out, shown)
}
