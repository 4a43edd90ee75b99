package authors

import (
	"slices"

	"mcpbridge/app/diagnosis"
)

// Status is how a check ended, as a doctor has it but for the good end.
type Status = diagnosis.Status

// The ends of a check.
const (
	Passed  Status = "passed"
	Warned         = diagnosis.Warning // legal, but not what the checklist recommends, or not provable
	Failed         = diagnosis.Failed
	Skipped        = diagnosis.Skipped // there was no way, or no leave, to check it
)

// Check is one line of the checklist of the live contract test, for one plugin or one of its tools.
type Check struct {
	Plugin string
	Tool   string // "" is about the plugin as a whole
	Name   string
	Status Status
	Detail string
}

// Checklist is every check in the order in which they were made.
type Checklist struct{ Checks []Check }

// Failed reports whether any check failed.
func (l Checklist) Failed() bool {
	return slices.ContainsFunc(l.Checks, func(c Check) bool { return c.Status == Failed })
}

// Count is how many checks ended so.
func (l Checklist) Count(status Status) int {
	count := 0
	for _, c := range l.Checks {
		if c.Status == status {
			count++
		}
	}
	return count
}
