package domain

// Approval is how a write was let through.
type Approval string

// The ways through.
const (
	ApprovalOff Approval = "off"       // the operator asks nobody
	NotAsked    Approval = "not asked" // the client cannot be asked; the gate decided
	Approved    Approval = "approved"  // a person agreed
)

// ApprovalMode is whether the operator wants a person to be asked.
type ApprovalMode string

// The modes.
const (
	AskNobody        ApprovalMode = "off"
	AskWhenSupported ApprovalMode = "when-supported" // every client that can be asked
	AskAlways        ApprovalMode = "required"       // and refuse those that cannot
)

// ApprovalScope is what a person is asked about.
type ApprovalScope string

// The scopes.
const (
	AskAboutWrites      ApprovalScope = "writes"
	AskAboutDestructive ApprovalScope = "destructive"
)

// ApprovalPolicy is the operator's decision on asking.
type ApprovalPolicy struct {
	Mode  ApprovalMode
	Scope ApprovalScope
}

// Asks reports whether a person is to be asked about a tool of that effect.
func (p ApprovalPolicy) Asks(effect Effect) bool {
	return p.Mode != AskNobody && (effect == Destructive || effect == Write && p.Scope == AskAboutWrites)
}

// Question is what a person must answer before a call can go on. It travels as
// an error, since nothing may be sent before the answer.
type Question struct {
	Text  string // what the person is shown
	State string // sealed; the answer must come back with it
}

// Error is the question's text.
func (q *Question) Error() string { return q.Text }
