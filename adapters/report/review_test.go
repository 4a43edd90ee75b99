package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"mcpbridge/adapters/report"
	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

func TestEveryFormSaysHowManyFaultsAreNotShown(t *testing.T) {
	found := []authors.Finding{{Finding: fault.Find("/a", fault.PathForm, "no"), Line: 1, Column: 2}, {Finding: fault.Find("/b", fault.PathForm, "no"), Line: 3, Column: 4}}
	for form, test := range map[string]struct {
		write func(io.Writer, []authors.Review) error
		said  string
	}{
		"text":  {report.Style{}.Reviews, "m.json: 7 faults in the manifest, of which the first 2 are shown"},
		"JSON":  {report.ReviewsJSON, `"omitted": 5`},
		"SARIF": {func(out io.Writer, r []authors.Review) error { return report.ReviewsSARIF(out, "1", r) }, `"omitted": 5`},
		"JUnit": {report.ReviewsJUnit, "5 more faults are not shown"},
	} {
		for omitted, want := range map[int]bool{5: true, 0: false} {
			var out bytes.Buffer
			err := test.write(&out, []authors.Review{{Name: "m.json", Kind: authors.Manifest, Findings: found, Omitted: omitted}})
			if err != nil || strings.Contains(out.String(), test.said) != want || !want && strings.Contains(out.String(), "omitted") {
				t.Errorf("%s, %d omitted: %v\n%s", form, omitted, err, out.String())
			}
		}
	}
}
