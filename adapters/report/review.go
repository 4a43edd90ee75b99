package report

import (
	"fmt"
	"io"
	"strings"

	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

// Reviews shows what was found in documents, one finding after the other, with
// its place as editors and CI systems recognise it.
func (s Style) Reviews(out io.Writer, reviews []authors.Review) error {
	var text strings.Builder
	for _, review := range reviews {
		for _, f := range review.Findings {
			fmt.Fprintf(&text, "%s:%d:%d: %s: %s\n", line(review.Name), f.Line, f.Column, s.paint(red, string(f.Rule)), line(f.Message))
			fmt.Fprintf(&text, "  %s %s\n  %s %s\n", s.paint(faint, "at"), f.Pointer.Place(), s.paint(faint, "remedy"), f.Remedy)
		}
		text.WriteString(s.verdict(review) + "\n")
	}
	return send(out, &text)
}

func (s Style) verdict(review authors.Review) string {
	kind := review.Kind
	if kind == "" {
		kind = "document"
	}
	switch count := len(review.Findings); {
	case count == 0:
		return fmt.Sprintf("%s: %s %s", line(review.Name), s.paint(green, "a sound"), kind)
	case count == 1:
		return fmt.Sprintf("%s: 1 fault in the %s", line(review.Name), kind)
	case review.Omitted > 0:
		return fmt.Sprintf("%s: %d faults in the %s, of which the first %d are shown", line(review.Name), count+review.Omitted, kind, count)
	default:
		return fmt.Sprintf("%s: %d faults in the %s", line(review.Name), count, kind)
	}
}

type (
	reviewJSON struct {
		Name     string        `json:"name"`
		Kind     authors.Kind  `json:"kind"`
		Findings []findingJSON `json:"findings"`
		Omitted  int           `json:"omitted,omitempty"` // more findings
	}
	findingJSON struct {
		Line    int           `json:"line"`
		Column  int           `json:"column"`
		Pointer fault.Pointer `json:"pointer"`
		Rule    fault.Rule    `json:"rule"`
		Message string        `json:"message"`
		Remedy  string        `json:"remedy"`
	}
)

// ReviewsJSON writes the same for programs.
func ReviewsJSON(out io.Writer, reviews []authors.Review) error {
	shown := make([]reviewJSON, len(reviews))
	for i, review := range reviews {
		shown[i] = reviewJSON{Name: review.Name, Kind: review.Kind, Findings: make([]findingJSON, len(review.Findings)), Omitted: review.Omitted}
		for j, f := range review.Findings {
			shown[i].Findings[j] = findingJSON{Line: f.Line, Column: f.Column, Pointer: f.Pointer, Rule: f.Rule, Message: f.Message, Remedy: f.Remedy}
		}
	}
	return JSON(out, shown)
}

// ReviewsJUnit makes a test case of every finding, or of a sound document.
func ReviewsJUnit(out io.Writer, reviews []authors.Review) error {
	var cases []testCase
	for _, review := range reviews {
		if len(review.Findings) == 0 {
			cases = append(cases, testCase{Class: review.Name, Name: "sound"})
		}
		for _, f := range review.Findings {
			cases = append(cases, testCase{
				Class: review.Name, Name: fmt.Sprintf("%s at %s", f.Rule, f.Pointer.Place()),
				Failure: &outcome{Message: f.Message, Text: fmt.Sprintf("%s:%d:%d\n%s", review.Name, f.Line, f.Column, f.Remedy)},
			})
		}
		if review.Omitted > 0 {
			cases = append(cases, testCase{Class: review.Name, Name: "and more", Failure: &outcome{Message: fmt.Sprintf("%d more faults are not shown", review.Omitted)}})
		}
	}
	return junit(out, "mcp-bridge lint", cases)
}
