package report

import (
	"fmt"
	"io"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// Catalog lists tools, and the plugins that could not be read.
func (s Style) Catalog(out io.Writer, catalog domain.Catalog) error {
	var text strings.Builder
	tools := table{style: s}
	tools.heading("TOOL", "EFFECT", "REQUEST", "TITLE")
	for _, tool := range catalog.Tools {
		tools.row(plain(tool.QualifiedName()), s.effect(tool.Effect), plain(string(tool.Method)+" "+tool.RequestPath), plain(tool.Title))
	}
	tools.write(&text)
	for _, problem := range catalog.Problems {
		fmt.Fprintf(&text, "\n%s\n", s.paint(red, "problem with "+line(problem.Plugin)+" ("+string(problem.Fault.Code)+"): "+line(problem.Fault.Message)))
	}
	return send(out, &text)
}

// effect is coloured by what it may do.
func (s Style) effect(e domain.Effect) cell {
	colours := map[domain.Effect]colour{domain.Read: green, domain.Write: yellow, domain.Destructive: red}
	return cell{string(e), colours[e]}
}

// Fault shows why there is no answer, and what to do about it.
func (s Style) Fault(out io.Writer, f *fault.Fault) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", s.paint(red, string(f.Code)), line(f.Message))
	fmt.Fprintf(&text, "next: %s\n", next(f))
	return send(out, &text)
}
