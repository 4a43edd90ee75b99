package ledger_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"mcpbridge/app/ledger"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports/portsmock"
)

var errDown = errors.New("the database is down")

// now is when the tests take place.
func now() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }

// keeperOf keeps a journal with these entries, of which Settle settles none.
func keeperOf(down bool, entries ...domain.Entry) (*ledger.Keeper, *portsmock.LedgerMock) {
	mock := &portsmock.LedgerMock{
		EntriesFunc: func(_ context.Context, filter domain.EntryFilter) ([]domain.Entry, error) {
			if down {
				return nil, errDown
			}
			found := slices.DeleteFunc(slices.Clone(entries), func(e domain.Entry) bool {
				return filter.ID != "" && e.ID != filter.ID || e.ID <= filter.After
			})
			return found[:min(len(found), 2)], nil
		},
		SettleFunc: func(context.Context, string, string, string) error {
			if down {
				return errDown
			}
			return domain.ErrNotUnsettled
		},
		PruneFunc: func(context.Context, time.Time, domain.Retention) (int64, error) {
			if down {
				return 0, errDown
			}
			return 7, nil
		},
	}
	return ledger.New(mock, &portsmock.ClockMock{NowFunc: now}), mock
}

func TestAllEntriesAreReadPageByPage(t *testing.T) {
	keeper, mock := keeperOf(false, domain.Entry{ID: "1"}, domain.Entry{ID: "2"}, domain.Entry{ID: "3"})
	var ids []string
	for entry, err := range keeper.All(t.Context(), domain.EntryFilter{Plugin: "p"}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, entry.ID)
	}
	if !slices.Equal(ids, []string{"1", "2", "3"}) {
		t.Errorf("got %v", ids)
	}
	for i, after := range []string{"", "2", "3"} {
		if got, want := mock.EntriesCalls()[i].Filter, (domain.EntryFilter{Plugin: "p", OldestFirst: true, After: after}); got != want {
			t.Errorf("page %d was asked for by %+v", i, got)
		}
	}
}

func TestNoPageIsReadThatNobodyWants(t *testing.T) {
	keeper, mock := keeperOf(false, domain.Entry{ID: "1"}, domain.Entry{ID: "2"}, domain.Entry{ID: "3"})
	for range keeper.All(t.Context(), domain.EntryFilter{}) {
		break
	}
	if n := len(mock.EntriesCalls()); n != 1 {
		t.Errorf("%d pages were read", n)
	}
}

func TestFaultsSayWhyNothingIsDone(t *testing.T) {
	settle := func(id string) func(context.Context, *ledger.Keeper) error {
		return func(ctx context.Context, k *ledger.Keeper) error {
			_, err := k.Settle(ctx, id, "ann", "seen")
			return err
		}
	}
	show := func(id string) func(context.Context, *ledger.Keeper) error {
		return func(ctx context.Context, k *ledger.Keeper) error {
			_, err := k.Entry(ctx, id)
			return err
		}
	}
	entries := []domain.Entry{
		{ID: "completed", Conclusion: domain.Conclusion{Outcome: domain.Completed}},
		{ID: "settled", Conclusion: domain.Conclusion{Outcome: domain.Unknown}, Settlement: domain.Settlement{SettledAt: now()}},
		{ID: "open"},
	}
	for name, test := range map[string]struct {
		down bool
		do   func(context.Context, *ledger.Keeper) error
		code fault.Code
		text string
	}{
		"no such entry":            {false, show("none"), fault.EntryUnknown, "the journal has no entry of that id"},
		"no id":                    {false, show(""), fault.EntryUnknown, "the journal has no entry of that id"},
		"nothing to settle":        {false, settle("none"), fault.EntryUnknown, "the journal has no entry of that id"},
		"settled before":           {false, settle("settled"), fault.EntryClosed, "there is nothing to settle: the write was settled before"},
		"an outcome that is known": {false, settle("completed"), fault.EntryClosed, "there is nothing to settle: the outcome is completed"},
		"a write under way":        {false, settle("open"), fault.EntryClosed, "there is nothing to settle: the write is under way, or its process died and no bridge has started since"},
		"a database that is down":  {true, show("open"), fault.JournalUnusable, "the journal failed: the database is down"},
		"it is down when settling": {true, settle("open"), fault.JournalUnusable, "the journal failed: the database is down"},
		"it is down when dropping": {true, func(ctx context.Context, k *ledger.Keeper) error {
			_, err := k.Prune(ctx, domain.Retention{})
			return err
		}, fault.JournalUnusable, "the journal failed: the database is down"},
		"it is down when exporting": {true, func(ctx context.Context, k *ledger.Keeper) (last error) {
			for _, last = range k.All(ctx, domain.EntryFilter{}) {
			}
			return last
		}, fault.JournalUnusable, "the journal failed: the database is down"},
	} {
		t.Run(name, func(t *testing.T) {
			keeper, _ := keeperOf(test.down, entries...)
			if f := fault.Of(test.do(t.Context(), keeper)); f.Code != test.code || f.Message != test.text {
				t.Errorf("%s: %s", f.Code, f.Message)
			}
		})
	}
}

func TestASettlementIsPassedOnAndShown(t *testing.T) {
	keeper, mock := keeperOf(false, domain.Entry{ID: "1"}, domain.Entry{ID: "2a"})
	mock.SettleFunc = func(_ context.Context, id, by, note string) error {
		if id != "2a" || by != "ann" || note != "seen" {
			t.Errorf("settled %s by %s: %s", id, by, note)
		}
		return nil
	}
	for _, id := range []string{"2a", "2A"} {
		if entry, err := keeper.Settle(t.Context(), id, "ann", "seen"); err != nil || entry.ID != "2a" {
			t.Errorf("%s: got %+v, %v", id, entry, err)
		}
	}
}

func TestAgeCountsFromNow(t *testing.T) {
	keeper, mock := keeperOf(false)
	if dropped, err := keeper.Prune(t.Context(), domain.Retention{Age: time.Hour}); err != nil || dropped != 7 {
		t.Errorf("dropped %d, %v", dropped, err)
	}
	if got := mock.PruneCalls()[0]; got.Now != now() || got.Retention.Age != time.Hour {
		t.Errorf("got %+v", got)
	}
}
