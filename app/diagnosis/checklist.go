package diagnosis

// Passed is the good end of a check on a checklist.
const Passed Status = "passed"

// Check is one line of the checklist of the live contract test, for one plugin or one of its tools.
type Check struct {
	Plugin string // "" is about all of them
	Tool   string // "" is about the plugin as a whole
	Name   string
	Status Status
	Detail string
}

// Checklist is every check in the order in which they were made. A warning on it
// is legal, but not what the checklist recommends, or not provable; what there was
// no leave to check is skipped, too.
type Checklist struct{ Checks []Check }

// Failed reports whether any check failed.
func (l Checklist) Failed() bool { return l.Count(Failed) > 0 }

// Count is how many checks ended so.
func (l Checklist) Count(status Status) int {
	return count(l.Checks, func(c Check) bool { return c.Status == status })
}
