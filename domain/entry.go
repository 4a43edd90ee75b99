package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Entry is what the journal keeps of one call. It never holds a credential or
// a header's value.
type Entry struct {
	ID        string // UUIDv7 (RFC 9562 section 5.7)
	Time      time.Time
	Source    string // the system that was called, as a URL without credentials
	Principal string // who called; never a credential
	Plugin    string
	Tool      string
	Effect    Effect // "", as are Method and Path, if the tool was not found
	Method    Method
	Path      string
	Headers   []string // the names of the caller's extra headers
	Digest    string   // of the arguments, see [ArgumentsDigest]; "" if they could not be read
	Arguments string   // redacted, only where the operator wants them kept
	Approval  Approval // of a write

	// Acknowledges is the id of the unsettled entry that this write repeats
	// knowingly, or "".
	Acknowledges string

	Conclusion
	Settlement
}

// Conclusion is how a call ended.
type Conclusion struct {
	Outcome  Outcome // "" while a write is under way
	Status   int     // of the answer, 0 without one
	Code     fault.Code
	Duration time.Duration
}

// Settlement is an operator's word on a write whose outcome is unknown. The
// zero Settlement is none.
type Settlement struct {
	SettledAt time.Time
	SettledBy string
	Note      string
}

// MaxListedEntries is how many entries one listing of the journal has at most.
const MaxListedEntries = 1000

// MaxSettlementChars is the longest that the name or the note of a settlement
// may be, in characters.
const MaxSettlementChars = 2000

// IsUnsettled reports whether nobody knows yet what became of the write.
func (e Entry) IsUnsettled() bool { return e.Outcome == Unknown && e.SettledAt.IsZero() }

// IsEntryID reports whether a text can be the id of an entry: a UUID in the form
// in which they are written (RFC 9562 section 4).
func IsEntryID(text string) bool {
	digitsAsX := func(c rune) rune {
		if strings.ContainsRune("0123456789abcdef", c) {
			return 'x'
		}
		return c
	}
	return strings.Map(digitsAsX, text) == "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" && !strings.Contains(text, "x")
}

// EntryFilter chooses entries. Each field that is not zero narrows the choice.
type EntryFilter struct {
	ID        string
	Source    string
	Principal string
	Plugin    string
	Tool      string
	Outcome   Outcome
	Unsettled bool
	Since     time.Time // inclusive
	Until     time.Time // exclusive
	Limit     int

	// Before and After are ids, for the next page of a listing: only older
	// entries, or only newer ones.
	Before string
	After  string
	// OldestFirst turns the order round.
	OldestFirst bool
}

// MaxDays is the longest age of entries that anybody may name, in days: a hundred
// years.
const MaxDays = 36_500

// Retention is how long entries are kept: whichever bound is met first drops
// one. Zero is no bound. Unsettled entries and writes under way always stay.
type Retention struct {
	Age     time.Duration
	Entries int
}

// JournalState is how a journal is doing.
type JournalState struct {
	Waiting   int   // records of reads and refusals that wait to be written
	Dropped   int64 // those that were lost since the start
	Late      int   // outcomes of writes that could not be recorded yet
	Unsettled int64 // unknown writes of every process that nobody has settled
}

// ErrNotUnsettled says that there is no unsettled entry of an id.
var ErrNotUnsettled = errors.New("there is no unsettled entry of that id")

// ArgumentsDigest is the SHA-256 of the arguments in hexadecimal. Arguments
// that JSON Schema calls equal share it.
func ArgumentsDigest(arguments strictjson.Value) string {
	sum := sha256.Sum256([]byte(arguments.Canonical()))
	return hex.EncodeToString(sum[:])
}

// HeaderNames are the names of the headers, in their order.
func HeaderNames(headers []Header) []string {
	var names []string
	for _, h := range headers {
		names = append(names, h.Name)
	}
	return names
}
