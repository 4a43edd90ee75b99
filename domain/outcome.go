package domain

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Outcome is what a caller may rely on after a call (contract section 7).
type Outcome string

// The five outcomes.
const (
	Completed Outcome = "completed" // the answer can be used
	Previewed Outcome = "previewed" // a dry run; nothing was dispatched
	Refused   Outcome = "refused"   // nothing was sent; correct it and retry
	Failed    Outcome = "failed"    // a read without a usable answer; retry
	Unknown   Outcome = "unknown"   // a write whose fate is not known; look first
)

// Retry tells a caller whether repeating the call is safe: "safe" or "look
// first".
func (o Outcome) Retry() string {
	if o == Unknown {
		return "look first"
	}
	return "safe"
}

// Result is the end of a call, or the question that must be answered before
// the call can go on.
type Result struct {
	Outcome Outcome // none while there is a question
	Plugin  string
	Tool    string
	Effect  Effect

	Target  *Target          // what would be sent, or was
	Status  int              // of the answer, 0 without one
	Headers []Header         // those of the answer that a caller may see
	Body    strictjson.Value // of a completed call; Absent where there is none

	Fault   *fault.Fault // why the call was refused, failed or is unknown
	Excerpt string       // of the answer to a write that is unknown, redacted
	Journal string       // id of the journal's entry, "" without one

	Question *Question // nil unless a person must be asked first
}

// Retry tells a caller whether repeating the call is safe, as [Outcome.Retry]
// does. A write that is refused because an earlier one is unknown is not.
func (r Result) Retry() string {
	if r.Fault != nil && r.Fault.Code == fault.UnknownUnsettled {
		return Unknown.Retry()
	}
	return r.Outcome.Retry()
}
