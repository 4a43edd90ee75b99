// Package diagnosis is what a doctor tells an operator: each thing that was
// looked at, how it is, and what to do about it.
package diagnosis

import (
	"slices"

	"mcpbridge/domain/fault"
)

// Status is how a check ended.
type Status string

// The ends of a check.
const (
	OK      Status = "ok"
	Warning Status = "warning" // the bridge works, but not as well or as safely as it could
	Failed  Status = "failed"
	Skipped Status = "skipped" // there was nothing to check, or no way to
)

// Finding is the end of one check.
type Finding struct {
	Check  string
	About  string // the one of several things that the check looked at, such as a plugin, or ""
	Status Status
	Code   fault.Code // the bridge's own for what was found, if it has one
	Found  string
	Remedy string // "" where nothing need be done
}

// Diagnosis is every finding in the order of the checks.
type Diagnosis struct{ Findings []Finding }

// Failed reports whether any check failed.
func (d Diagnosis) Failed() bool {
	return slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Status == Failed })
}

// Count is how many checks ended so.
func (d Diagnosis) Count(status Status) int {
	count := 0
	for _, f := range d.Findings {
		if f.Status == status {
			count++
		}
	}
	return count
}
