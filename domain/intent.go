package domain

import "time"

// Proposal is a write that a person may be asked about.
type Proposal struct {
	Principal string
	Tool      Tool
	Target    Target
}

// Approval is how a write was let through.
type Approval string

// The ways through.
const (
	ApprovalOff Approval = "off"       // the operator asks nobody
	NotAsked    Approval = "not asked" // the client cannot be asked; the gate decided
	Approved    Approval = "approved"  // a person agreed
)

// Intent is a write that is about to be dispatched.
type Intent struct {
	Time      time.Time
	Principal string
	Tool      Tool
	Target    Target
	Approval  Approval
}
