package ports

import (
	"context"
	"time"

	"mcpbridge/domain"
)

// Journal keeps what was asked for and what became of it (contract section 6).
// The use cases call it, also at the same time.
type Journal interface {
	// Intend records a write before it is dispatched and returns the entry's
	// id, "" if no journal is kept. The entry has neither an id nor a
	// conclusion yet. An error is a [fault.Fault] and nothing is sent: with code
	// journal_unavailable if the intent could not be made durable, or with code
	// unknown_unsettled if the same principal's same call ended as unknown
	// before, is not settled, and is not what the entry acknowledges. The id is
	// then that of the earlier entry.
	Intend(ctx context.Context, entry domain.Entry) (string, error)
	// Conclude records how the write of that id ended. It tries even if ctx has
	// ended. An error is logged by the caller, who tells the outcome all the same.
	Conclude(ctx context.Context, id string, conclusion domain.Conclusion) error
	// Note records a call that dispatched no write: a read, a dry run, a
	// refusal. It never waits, whatever ctx says; what cannot be kept is dropped and counted.
	Note(ctx context.Context, entry domain.Entry)
	// KeepsArguments tells whether entries should carry their redacted arguments.
	KeepsArguments() bool
}

// JournalReader shows entries. It may be called at the same time as everything
// else.
type JournalReader interface {
	// Entries returns those that the filter chooses, at most
	// [domain.MaxListedEntries] of them, the
	// newest first unless the filter wants it otherwise.
	Entries(ctx context.Context, filter domain.EntryFilter) ([]domain.Entry, error)
}

// JournalMonitor tells how a journal that is kept is doing. It may be called at
// the same time as everything else.
type JournalMonitor interface {
	// Check returns nil if a write could be recorded now. It tries to write.
	Check(ctx context.Context) error
	// State tells what waits for the journal and what waits in it. After an
	// error, all of it holds but Unsettled.
	State(ctx context.Context) (domain.JournalState, error)
}

// Ledger is the journal as operators keep it.
type Ledger interface {
	JournalReader
	// Settle ends the search for what became of a write, with a note on what
	// was found. [domain.ErrNotUnsettled] says that there is no such entry.
	Settle(ctx context.Context, id, by, note string) error
	// Prune drops what the retention does not keep, as of now, and tells how
	// many entries that were.
	Prune(ctx context.Context, now time.Time, retention domain.Retention) (int64, error)
}
