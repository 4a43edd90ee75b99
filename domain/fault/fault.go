package fault

import (
	"errors"
	"unicode/utf8"
)

// MaxText is the longest message of a Fault, in characters (contract section 2).
const MaxText = 2000

// Stage names how far a call had come when it was stopped (contract section 6).
type Stage string

// The stages of a call, in the order in which they are reached.
const (
	StageRequest   Stage = "request"   // the MCP arguments themselves
	StageDiscovery Stage = "discovery" // finding and reading plugins' manifests
	StageFind      Stage = "find"      // choosing the tool in the catalog
	StageArguments Stage = "arguments" // checking the arguments against inputSchema
	StageGate      Stage = "gate"      // the operator's switch for writes
	StageHeaders   Stage = "headers"   // the caller's extra request headers
	StageApproval  Stage = "approval"  // asking a person
	StageJournal   Stage = "journal"   // keeping the journal: above all, making the intent durable
	StageDispatch  Stage = "dispatch"  // sending the target request
	StageResponse  Stage = "response"  // judging what came back
)

// Fault is an error as a value that a caller can act on. It never holds a
// credential or a value taken from a hostile document.
type Fault struct {
	Code     Code
	Message  string
	Findings Findings
}

// New makes a Fault with a message bounded to [MaxText] characters.
func New(code Code, message string) *Fault {
	return &Fault{Code: code, Message: Clip(message, MaxText)}
}

// Wrap makes a Fault of the findings that err holds. When err holds none, its
// text becomes the message.
func Wrap(code Code, err error) *Fault {
	if findings, ok := errors.AsType[Findings](err); ok {
		return &Fault{Code: code, Message: Clip(findings.Error(), MaxText), Findings: findings.Sorted()}
	}
	return New(code, err.Error())
}

// Of returns the Fault in err's chain; an error without one becomes a Fault
// with code [Internal] that keeps err's text to itself.
func Of(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	return New(Internal, "the bridge met an error it did not expect")
}

// Unexpected reports an error that no Fault is in: a defect of the bridge, whose
// text is for the operator's log alone.
func Unexpected(err error) bool {
	_, known := errors.AsType[*Fault](err)
	return err != nil && !known
}

// Error is the message alone; the code is for programs.
func (f *Fault) Error() string { return f.Message }

// Stage is the stage at which faults of this code arise.
func (f *Fault) Stage() Stage { return f.Code.Entry().Stage }

// Next is what the caller should do about it.
func (f *Fault) Next() string { return f.Code.Entry().Next }

// Clip cuts text to at most limit characters, the last of them an ellipsis
// when anything was cut off.
func Clip(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)
	return string(runes[:limit-1]) + "…"
}
