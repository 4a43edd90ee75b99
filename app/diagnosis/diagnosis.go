// Package diagnosis is what there is to tell of a running system that was
// examined: to its operator, by a doctor, each thing that was looked at, how it is
// and what to do about it; to the authors of its plugins, by the contract test,
// each check of their checklist.
package diagnosis

import "mcpbridge/domain/fault"

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
func (d Diagnosis) Failed() bool { return d.Count(Failed) > 0 }

// Count is how many checks ended so.
func (d Diagnosis) Count(status Status) int {
	return count(d.Findings, func(f Finding) bool { return f.Status == status })
}
