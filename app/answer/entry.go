package answer

import (
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// Entry is the JSON form of what the journal keeps of one call.
type Entry struct {
	ID           string         `json:"journal_id"`
	Time         time.Time      `json:"time"`
	Source       string         `json:"source,omitempty"`
	Principal    string         `json:"principal,omitempty"`
	Plugin       string         `json:"plugin"`
	Tool         string         `json:"tool"`
	Effect       domain.Effect  `json:"effect,omitempty"`
	Method       domain.Method  `json:"method,omitempty"`
	Path         string         `json:"path,omitempty"`
	Headers      []string       `json:"header_names,omitempty"`
	Digest       string         `json:"arguments_sha256,omitempty"`
	Arguments    string         `json:"arguments_redacted,omitempty"`
	Approval     string         `json:"approval,omitempty"`
	Acknowledges string         `json:"acknowledges,omitempty"`
	State        string         `json:"state"`
	Outcome      domain.Outcome `json:"outcome,omitempty"`
	Status       int            `json:"status,omitempty"`
	Code         fault.Code     `json:"code,omitempty"`
	Milliseconds int64          `json:"duration_ms,omitempty"`
	SettledAt    *time.Time     `json:"settled_at,omitempty"`
	SettledBy    string         `json:"settled_by,omitempty"`
	Note         string         `json:"note,omitempty"`
}

// Entries is the JSON form of a listing of the journal.
type Entries struct {
	Entries []Entry `json:"entries"`
}

// OfEntry renders an entry.
func OfEntry(e domain.Entry) Entry {
	shown := Entry{
		ID: e.ID, Time: e.Time, Source: e.Source, Principal: e.Principal, Plugin: e.Plugin, Tool: e.Tool, Effect: e.Effect, Method: e.Method, Path: e.Path,
		Headers: e.Headers, Digest: e.Digest, Arguments: e.Arguments, Approval: string(e.Approval), Acknowledges: e.Acknowledges,
		State: stateOf(e), Outcome: e.Outcome, Status: e.Status, Code: e.Code, Milliseconds: e.Duration.Milliseconds(),
		SettledBy: e.SettledBy, Note: e.Note,
	}
	if !e.SettledAt.IsZero() {
		shown.SettledAt = &e.SettledAt
	}
	return shown
}

// OfEntries renders a listing.
func OfEntries(entries []domain.Entry) Entries {
	shown := make([]Entry, len(entries))
	for i, entry := range entries {
		shown[i] = OfEntry(entry)
	}
	return Entries{Entries: shown}
}

// stateOf tells what is still to come of an entry.
func stateOf(e domain.Entry) string {
	switch {
	case e.Outcome == "":
		return "open"
	case e.IsUnsettled():
		return "unsettled"
	default:
		return "closed"
	}
}
