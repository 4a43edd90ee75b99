package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"mcpbridge/app/diagnosis"
)

// Contract shows every check, and sums them up.
func (s Style) Contract(out io.Writer, r diagnosis.Checklist) error {
	var text strings.Builder
	checks := table{style: s}
	checks.heading("RESULT", "ABOUT", "CHECK", "DETAIL")
	for _, c := range r.Checks {
		checks.row(ending(c.Status), plain(about(c)), plain(c.Name), plain(c.Detail))
	}
	checks.write(&text)
	fmt.Fprintf(&text, "\n%s\n", summary(r))
	return send(out, &text)
}

// ending is how a check ended, of the contract test or of a doctor.
func ending(status diagnosis.Status) cell {
	colours := map[diagnosis.Status]colour{
		diagnosis.Passed: green, diagnosis.OK: green, diagnosis.Warning: yellow, diagnosis.Failed: red, diagnosis.Skipped: faint,
	}
	return cell{string(status), colours[status]}
}

// about is the plugin, or its tool.
func about(c diagnosis.Check) string {
	switch {
	case c.Plugin == "":
		return "all plugins"
	case c.Tool == "":
		return c.Plugin
	}
	return c.Plugin + "." + c.Tool
}

func summary(r diagnosis.Checklist) string {
	return fmt.Sprintf("%d passed, %d failed, %d with a warning, %d skipped",
		r.Count(diagnosis.Passed), r.Count(diagnosis.Failed), r.Count(diagnosis.Warning), r.Count(diagnosis.Skipped))
}

type (
	contractJSON struct {
		Failed bool        `json:"failed"`
		Checks []checkJSON `json:"checks"`
	}
	checkJSON struct {
		Plugin string           `json:"plugin"`
		Tool   string           `json:"tool,omitempty"`
		Name   string           `json:"check"`
		Status diagnosis.Status `json:"status"`
		Detail string           `json:"detail,omitempty"`
	}
)

// ContractJSON writes the same for programs.
func ContractJSON(out io.Writer, r diagnosis.Checklist) error {
	shown := contractJSON{Failed: r.Failed(), Checks: make([]checkJSON, len(r.Checks))}
	for i, c := range r.Checks {
		shown.Checks[i] = checkJSON(c)
	}
	return JSON(out, shown)
}

// ContractJUnit makes a test case of every check; a warning passes, and says so.
func ContractJUnit(out io.Writer, r diagnosis.Checklist) error {
	cases := make([]testCase, len(r.Checks))
	for i, c := range r.Checks {
		cases[i] = testCase{Class: about(c), Name: c.Name}
		switch c.Status {
		case diagnosis.Failed:
			cases[i].Failure = &outcome{Message: c.Detail}
		case diagnosis.Skipped:
			cases[i].Skipped = &outcome{Message: c.Detail}
		case diagnosis.Warning:
			cases[i].Output = "warning: " + c.Detail
		}
	}
	return junit(out, "mcp-bridge contract", cases)
}

//go:embed contract.html
var pages embed.FS

// ContractHTML writes a page that stands alone.
func ContractHTML(out io.Writer, r diagnosis.Checklist) error {
	page, err := template.New("contract.html").Funcs(template.FuncMap{"about": about}).ParseFS(pages, "contract.html")
	if err != nil {
		return fmt.Errorf("read the page's template: %w", err)
	}
	return page.Execute(out, map[string]any{"Checks": r.Checks, "Summary": summary(r), "Failed": r.Failed()})
}
