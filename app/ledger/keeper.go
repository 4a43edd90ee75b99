package ledger

import (
	"context"
	"errors"
	"iter"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Keeper keeps a journal in order. Its errors are faults. It may be used at the
// same time as the bridges that write the journal.
type Keeper struct {
	ledger ports.Ledger
	clock  ports.Clock
}

// New makes the keeper of a journal.
func New(ledger ports.Ledger, clock ports.Clock) *Keeper {
	return &Keeper{ledger: ledger, clock: clock}
}

// Entries are those that the filter chooses.
func (k *Keeper) Entries(ctx context.Context, filter domain.EntryFilter) ([]domain.Entry, error) {
	entries, err := k.ledger.Entries(ctx, filter)
	if err != nil {
		return nil, unusable(err)
	}
	return entries, nil
}

// Entry is the entry of that id, written in either case (RFC 9562 section 4), or a
// fault with code entry_unknown.
func (k *Keeper) Entry(ctx context.Context, id string) (domain.Entry, error) {
	if id == "" { // which to the filter means any entry
		return domain.Entry{}, noEntry()
	}
	entries, err := k.Entries(ctx, domain.EntryFilter{ID: strings.ToLower(id)})
	switch {
	case err != nil:
		return domain.Entry{}, err
	case len(entries) == 0:
		return domain.Entry{}, noEntry()
	}
	return entries[0], nil
}

func noEntry() error {
	return fault.New(fault.EntryUnknown, "the journal has no entry of that id")
}

// All are the entries that the filter chooses, in order of time, read page by
// page, so that there may be any number. An error is the last that it yields.
func (k *Keeper) All(ctx context.Context, filter domain.EntryFilter) iter.Seq2[domain.Entry, error] {
	filter.OldestFirst = true
	return func(yield func(domain.Entry, error) bool) {
		for {
			page, err := k.Entries(ctx, filter)
			if err != nil {
				yield(domain.Entry{}, err)
				return
			}
			if len(page) == 0 {
				return
			}
			for _, entry := range page {
				if !yield(entry, nil) {
					return
				}
			}
			filter.After = page[len(page)-1].ID
		}
	}
}

// Settle records an operator's word on an unknown write, and returns the entry
// with it. A fault with code entry_unknown or entry_not_unsettled says that
// there is nothing to settle under that id.
func (k *Keeper) Settle(ctx context.Context, id, by, note string) (domain.Entry, error) {
	err := k.ledger.Settle(ctx, strings.ToLower(id), by, note)
	if err != nil && !errors.Is(err, domain.ErrNotUnsettled) {
		return domain.Entry{}, unusable(err)
	}
	entry, missing := k.Entry(ctx, id)
	switch {
	case missing != nil:
		return domain.Entry{}, missing
	case err != nil:
		return domain.Entry{}, fault.New(fault.EntryClosed, "there is nothing to settle: "+fate(entry))
	}
	return entry, nil
}

// fate is what is known of a write that nobody has to settle.
func fate(e domain.Entry) string {
	switch {
	case e.Outcome == "":
		return "the write is under way, or its process died and no bridge has started since"
	case !e.SettledAt.IsZero():
		return "the write was settled before"
	default:
		return "the outcome is " + string(e.Outcome)
	}
}

// Prune drops what the retention does not keep, and tells how many entries
// that were.
func (k *Keeper) Prune(ctx context.Context, retention domain.Retention) (int64, error) {
	dropped, err := k.ledger.Prune(ctx, k.clock.Now(), retention)
	if err != nil {
		return dropped, unusable(err)
	}
	return dropped, nil
}

func unusable(err error) error {
	return fault.New(fault.JournalUnusable, "the journal failed: "+err.Error())
}
