package report

import (
	"strings"

	"mcpbridge/domain/fault"
)

// next is what to do about a fault, in the words of the command line: what are
// members to an agent are flags here.
func next(f *fault.Fault) string {
	return strings.NewReplacer(
		"dry_run", "--dry-run",
		"acknowledge_unknown", "--acknowledge-unknown",
		"the journal_id", "the id",
	).Replace(f.Next())
}
