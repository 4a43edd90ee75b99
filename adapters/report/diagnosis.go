package report

import (
	"fmt"
	"io"
	"strings"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain/fault"
)

// Diagnosis shows every finding, with the remedy below it, and sums them up.
func (s Style) Diagnosis(out io.Writer, d diagnosis.Diagnosis) error {
	var text strings.Builder
	findings := table{style: s}
	for _, f := range d.Findings {
		findings.row(ending(f.Status), plain(f.Check+" "+f.About), plain(explained(f)))
		if f.Remedy != "" {
			findings.row(plain(""), plain(""), cell{"remedy: " + f.Remedy, bold})
		}
	}
	findings.write(&text)
	fmt.Fprintf(&text, "\n%d ok, %d failed, %d with a warning, %d skipped\n",
		d.Count(diagnosis.OK), d.Count(diagnosis.Failed), d.Count(diagnosis.Warning), d.Count(diagnosis.Skipped))
	return send(out, &text)
}

// explained puts the code, by which the documentation is found, before what was
// found.
func explained(f diagnosis.Finding) string {
	if f.Code == "" {
		return f.Found
	}
	return string(f.Code) + ": " + f.Found
}

type (
	diagnosisJSON struct {
		Failed   bool           `json:"failed"`
		Findings []examinedJSON `json:"findings"`
	}
	examinedJSON struct {
		Check  string           `json:"check"`
		About  string           `json:"about,omitempty"`
		Status diagnosis.Status `json:"status"`
		Code   fault.Code       `json:"code,omitempty"`
		Found  string           `json:"found"`
		Remedy string           `json:"remedy,omitempty"`
	}
)

// DiagnosisJSON writes the same for programs.
func DiagnosisJSON(out io.Writer, d diagnosis.Diagnosis) error {
	shown := diagnosisJSON{Failed: d.Failed(), Findings: make([]examinedJSON, len(d.Findings))}
	for i, f := range d.Findings {
		shown.Findings[i] = examinedJSON(f)
	}
	return JSON(out, shown)
}
