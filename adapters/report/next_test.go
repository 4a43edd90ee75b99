package report_test

import (
	"bytes"
	"regexp"
	"testing"

	"mcpbridge/adapters/report"
	"mcpbridge/domain/fault"
)

// Whoever types a command has no members to pass.
func TestTheNextStepSpeaksOfFlags(t *testing.T) {
	member := regexp.MustCompile(`[^-]\b(dry_run|acknowledge_unknown|journal_id)\b`)
	for _, entry := range fault.Codes() {
		var out bytes.Buffer
		if err := (report.Style{}).Fault(&out, fault.New(entry.Code, "no")); err != nil || member.Match(out.Bytes()) {
			t.Errorf("%s: %v, %s", entry.Code, err, out.String())
		}
	}
}
