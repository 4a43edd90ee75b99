package sqljournal

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// TestContract demands the same of both databases.
func TestContract(t *testing.T) {
	rules := map[string]func(*testing.T, *place){
		"a write is there before its outcome, which completes it": aWriteIsRecordedTwice,
		"a caller that is gone cuts nothing off":                  aCallerThatIsGone,
		"an identical write waits for the settlement":             identicalWrites,
		"an acknowledgement is good for one entry":                acknowledgements,
		"the guard holds across replicas":                         guardAcrossReplicas,
		"writes at the same time are all recorded":                writesAtTheSameTime,
		"a dead process leaves unknown writes":                    deadProcesses,
		"a retry finds the write of a process that has just died": deadTwins,
		"a process that was taken for dead has the last word":     takenForDead,
		"a process that was taken for dead can die after that":    deadTwice,
		"an outcome that comes late stands before the next write": lateOutcomes,
		"a write that cannot be recorded is refused":              unrecordedWrites,
		"notes are written and nobody waits":                      notes,
		"entries are found by what they are":                      filters,
		"a settlement is given once, with a note":                 settlements,
		"a ledger judges no process and holds no lock":            ledgers,
		"a ledger makes no journal and migrates none":             ledgersElsewhere,
		"an inspection leaves everything as it is":                inspections,
		"an inspection says why no write could be recorded":       failedInspections,
		"retention drops all but what is not settled":             retention,
		"processes that start together migrate once":              sharedStart,
		"a schema of a later program is left alone":               laterSchema,
		"a nonce is spent once by all processes":                  nonces,
		"the state tells what waits and what is unsettled":        states,
		"a check finds out whether a write could be recorded":     checks,
		"arguments are kept only if the operator wants them":      keepsArguments,
	}
	for database, newPlace := range places(t) {
		for name, rule := range rules {
			t.Run(database+"/"+name, func(t *testing.T) { rule(t, newPlace(t)) })
		}
	}
}

func aWriteIsRecordedTwice(t *testing.T, p *place) {
	j := p.journal(t)
	want := write("d")
	want.Arguments, want.Source = "{}", "https://one.example"
	want.ID = intend(t, j, want)
	if got := one(t, j, want.ID); !reflect.DeepEqual(got, want) {
		t.Errorf("the intent:\n got %+v\nwant %+v", got, want)
	}
	want.Conclusion = domain.Conclusion{Outcome: domain.Completed, Status: 201, Duration: 1500 * time.Microsecond}
	if err := j.Conclude(t.Context(), want.ID, want.Conclusion); err != nil {
		t.Fatal(err)
	}
	if got := one(t, j, want.ID); !reflect.DeepEqual(got, want) {
		t.Errorf("the end:\n got %+v\nwant %+v", got, want)
	}
	if err := j.Conclude(t.Context(), want.ID, domain.Conclusion{Outcome: domain.Unknown}); err == nil {
		t.Error("an outcome was replaced")
	}
	if got := one(t, j, want.ID); got.Outcome != domain.Completed {
		t.Errorf("the outcome is %s now", got.Outcome)
	}
}

func aCallerThatIsGone(t *testing.T, p *place) {
	j := p.journal(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	id, err := j.Intend(gone, write("d"))
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Conclude(gone, id, domain.Conclusion{Outcome: domain.Completed}); err != nil {
		t.Fatal(err)
	}
	if got := one(t, j, id); got.Outcome != domain.Completed {
		t.Errorf("got %+v", got)
	}
}

func identicalWrites(t *testing.T, p *place) {
	j := p.journal(t)
	open := intend(t, j, write("d"))
	first := unknown(t, j, write("d"))
	refusal(t, j, write("d"), first)
	for name, change := range map[string]func(*domain.Entry){
		"principal": func(e *domain.Entry) { e.Principal = "bob" },
		"plugin":    func(e *domain.Entry) { e.Plugin = "q" },
		"tool":      func(e *domain.Entry) { e.Tool = "drop" },
		"arguments": func(e *domain.Entry) { e.Digest = "other" },
	} {
		other := write("d")
		change(&other)
		if _, err := j.Intend(t.Context(), other); err != nil {
			t.Errorf("another %s: %v", name, err)
		}
	}
	elsewhere := p.options()
	elsewhere.Source = "https://two.example"
	two, err := p.open(t.Context(), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	intend(t, two, write("d"))
	if err := two.Close(); err != nil {
		t.Error(err)
	}
	if err := j.Settle(t.Context(), first, "ann", "it is not there"); err != nil {
		t.Fatal(err)
	}
	again := intend(t, j, write("d"))
	for _, id := range []string{open, again} {
		if err := j.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Completed}); err != nil {
			t.Error(err)
		}
	}
	intend(t, j, write("d"))
}

func acknowledgements(t *testing.T, p *place) {
	j := p.journal(t)
	first := unknown(t, j, write("d"))
	repeated := func(id string) domain.Entry {
		entry := write("d")
		entry.Acknowledges = id
		return entry
	}
	refusal(t, j, repeated("another"), first)
	second := unknown(t, j, repeated(first))
	if got := one(t, j, second).Acknowledges; got != first {
		t.Errorf("the entry acknowledges %q", got)
	}
	refusal(t, j, repeated(first), second)
	third := intend(t, j, repeated(second))
	if err := j.Conclude(t.Context(), third, domain.Conclusion{Outcome: domain.Completed}); err != nil {
		t.Fatal(err)
	}
	other := repeated(first)
	other.Digest = "other"
	if got := one(t, j, intend(t, j, other)).Acknowledges; got != "" {
		t.Errorf("an entry acknowledges %q although nothing stood in its way", got)
	}
}

func guardAcrossReplicas(t *testing.T, p *place) {
	here, there := p.journal(t), p.journal(t)
	first := unknown(t, here, write("d"))
	refusal(t, there, write("d"), first)
	if err := there.Settle(t.Context(), first, "ann", ""); err != nil {
		t.Fatal(err)
	}
	intend(t, here, write("d"))
}

func writesAtTheSameTime(t *testing.T, p *place) {
	replicas := []*Journal{p.journal(t), p.journal(t)}
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			j := replicas[i%2]
			id, err := j.Intend(t.Context(), write("d"))
			if err != nil {
				t.Error(err)
				return
			}
			if err := j.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Completed}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	entries, err := replicas[0].Entries(t.Context(), domain.EntryFilter{Outcome: domain.Completed})
	if err != nil || len(entries) != 40 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

func deadProcesses(t *testing.T, p *place) {
	dead, alive := p.journal(t), p.journal(t)
	lost, kept := intend(t, dead, write("lost")), intend(t, alive, write("kept"))
	p.journal(t)
	if got := one(t, alive, lost); got.Outcome != "" {
		t.Fatalf("a write under way was taken for lost: %+v", got)
	}
	kill(t, dead)
	next := p.journal(t)
	if got := one(t, next, lost); got.Outcome != domain.Unknown || got.Code != fault.DispatchCrashed {
		t.Errorf("the lost write: %+v", got)
	}
	if got := one(t, next, kept); got.Outcome != "" {
		t.Errorf("a living process's write: %+v", got)
	}
	unsettled, err := next.Entries(t.Context(), domain.EntryFilter{Unsettled: true})
	if err != nil || len(unsettled) != 1 || unsettled[0].ID != lost {
		t.Errorf("unsettled: %+v, %v", unsettled, err)
	}
	if text := p.log.String(); strings.Count(text, "a process died during a write") != 1 || !strings.Contains(text, lost) {
		t.Errorf("log: %s", text)
	}
	if others, err := next.others(t.Context()); err != nil || len(others) != 1 {
		t.Errorf("processes that have recorded a write and live: %v, %v", others, err)
	}
}

func deadTwins(t *testing.T, p *place) {
	dead, alive := p.journal(t), p.journal(t)
	lost := intend(t, dead, write("d"))
	intend(t, alive, write("d"))
	kill(t, dead)
	refusal(t, alive, write("d"), lost)
}

func takenForDead(t *testing.T, p *place) {
	j, other := p.journal(t), p.journal(t)
	id, settled := intend(t, j, write("d")), intend(t, j, write("e"))
	if err := other.bury(t.Context(), j.process, "j"); err != nil {
		t.Fatal(err)
	}
	if err := other.Settle(t.Context(), settled, "ann", "seen"); err != nil {
		t.Fatal(err)
	}
	if err := j.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Completed}); err != nil {
		t.Error(err)
	}
	if got := one(t, j, id); got.Outcome != domain.Completed || got.Code != "" {
		t.Errorf("got %+v", got)
	}
	if err := j.Conclude(t.Context(), settled, domain.Conclusion{Outcome: domain.Completed}); err == nil {
		t.Error("an operator's word was replaced")
	}
}

func deadTwice(t *testing.T, p *place) {
	j, other := p.journal(t), p.journal(t)
	intend(t, j, write("d"))
	if err := other.bury(t.Context(), j.process, "j"); err != nil {
		t.Fatal(err)
	}
	lost := intend(t, j, write("e"))
	kill(t, j)
	if got := one(t, p.journal(t), lost); got.Outcome != domain.Unknown || got.Code != fault.DispatchCrashed {
		t.Errorf("the lost write: %+v", got)
	}
}

// hide makes the journal fail until it is shown again.
func hide(t *testing.T, j *Journal, hidden bool) {
	t.Helper()
	statement := "ALTER TABLE away RENAME TO entry"
	if hidden {
		statement = "ALTER TABLE entry RENAME TO away"
	}
	if _, err := j.db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func lateOutcomes(t *testing.T, p *place) {
	j := p.journal(t)
	id, other := intend(t, j, write("d")), intend(t, j, write("e"))
	hide(t, j, true)
	for _, open := range []string{id, other} {
		if err := j.Conclude(t.Context(), open, domain.Conclusion{Outcome: domain.Unknown}); err == nil {
			t.Fatal("concluded in a journal that is away")
		}
	}
	if err := j.catchUp(t.Context()); err == nil {
		t.Fatal("caught up in a journal that is away")
	}
	hide(t, j, false)
	refusal(t, j, write("d"), id)
	if got := one(t, j, other); got.Outcome != domain.Unknown || len(j.postponed()) != 0 {
		t.Errorf("got %+v, still to be recorded: %v", got, j.postponed())
	}
}

func unrecordedWrites(t *testing.T, p *place) {
	j := p.journal(t)
	hide(t, j, true)
	id, err := j.Intend(t.Context(), write("d"))
	if fault.Of(err).Code != fault.JournalDown || id != "" || strings.Contains(err.Error(), "entry") {
		t.Errorf("got %q, %v", id, err)
	}
	// However long the journal is away, what has to be caught up stays little.
	if len(j.postponed()) != 0 {
		t.Errorf("still to be recorded of what cannot be there: %v", j.postponed())
	}
	hide(t, j, false)
	if entries, err := j.Entries(t.Context(), domain.EntryFilter{}); err != nil || len(entries) != 0 {
		t.Errorf("entries: %+v, %v", entries, err)
	}
}

func notes(t *testing.T, p *place) {
	j := p.journal(t)
	for range 3 * maxBatch {
		j.Note(t.Context(), domain.Entry{Plugin: "p", Tool: "look", Conclusion: domain.Conclusion{Outcome: domain.Refused, Code: fault.GateClosed}})
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for range maxNotes + 2 { // nobody writes them any more
		j.Note(t.Context(), domain.Entry{})
	}
	if j.Dropped() != 2 || strings.Count(p.log.String(), "cannot keep up") != 1 {
		t.Errorf("%d dropped, log %s", j.Dropped(), p.log.String())
	}
	entries, err := p.journal(t).Entries(t.Context(), domain.EntryFilter{Outcome: domain.Refused})
	if err != nil || len(entries) != 3*maxBatch || entries[0].Code != fault.GateClosed {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

func filters(t *testing.T, p *place) {
	j := p.journal(t)
	var ids []string
	for i, entry := range []domain.Entry{write("1"), write("2"), write("3"), write("4")} {
		entry.Time = p.now.Add(time.Duration(i) * time.Hour)
		switch i {
		case 0:
			entry.Principal = "bob"
		case 1:
			entry.Plugin = "q"
		case 2:
			entry.Tool = "drop"
		}
		ids = append(ids, unknown(t, j, entry))
	}
	elsewhere := p.options()
	elsewhere.Source = "https://two.example"
	two, err := p.open(t.Context(), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	fifth := write("5")
	fifth.Time = p.now.Add(4 * time.Hour)
	ids = append(ids, unknown(t, two, fifth))
	if err := two.Close(); err != nil {
		t.Error(err)
	}
	if err := j.Settle(t.Context(), ids[3], "ann", ""); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		filter domain.EntryFilter
		want   []int
	}{
		"all, the newest first": {domain.EntryFilter{}, []int{4, 3, 2, 1, 0}},
		"by system":             {domain.EntryFilter{Source: "https://two.example"}, []int{4}},
		"by principal":          {domain.EntryFilter{Principal: "bob"}, []int{0}},
		"by plugin":             {domain.EntryFilter{Plugin: "q"}, []int{1}},
		"by tool":               {domain.EntryFilter{Tool: "drop"}, []int{2}},
		"by outcome":            {domain.EntryFilter{Outcome: domain.Completed}, nil},
		"unsettled":             {domain.EntryFilter{Unsettled: true}, []int{4, 2, 1, 0}},
		"since, inclusive":      {domain.EntryFilter{Since: p.now.Add(2 * time.Hour)}, []int{4, 3, 2}},
		"until, exclusive":      {domain.EntryFilter{Until: p.now.Add(2 * time.Hour)}, []int{1, 0}},
		"the first page":        {domain.EntryFilter{Limit: 3}, []int{4, 3, 2}},
		"the oldest first":      {domain.EntryFilter{OldestFirst: true, Limit: 2}, []int{0, 1}},
		"the next oldest":       {domain.EntryFilter{OldestFirst: true, Limit: 2, After: ids[1]}, []int{2, 3}},
		"the next page":         {domain.EntryFilter{Limit: 2, Before: ids[2]}, []int{1, 0}},
		"an id of another":      {domain.EntryFilter{ID: ids[0], Principal: "alice"}, nil},
		"all at once": {domain.EntryFilter{
			ID: ids[1], Source: "https://one.example", Principal: "alice", Plugin: "q", Tool: "add", Outcome: domain.Unknown, Unsettled: true,
			Since: p.now, Until: p.now.Add(2 * time.Hour), Before: ids[2], After: ids[0],
		}, []int{1}},
	} {
		entries, err := j.Entries(t.Context(), test.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, entry := range entries {
			got = append(got, slices.Index(ids, entry.ID))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

func settlements(t *testing.T, p *place) {
	j := p.journal(t)
	id, open := unknown(t, j, write("d")), intend(t, j, write("e"))
	if err := j.Settle(t.Context(), id, "ann", "it is there"); err != nil {
		t.Fatal(err)
	}
	want := domain.Settlement{SettledAt: p.now, SettledBy: "ann", Note: "it is there"}
	if got := one(t, j, id); got.Settlement != want || got.Outcome != domain.Unknown {
		t.Errorf("got %+v", got)
	}
	for _, other := range []string{id, open, "none"} {
		if err := j.Settle(t.Context(), other, "bob", "no"); !errors.Is(err, domain.ErrNotUnsettled) {
			t.Errorf("%s: got %v", other, err)
		}
	}
	if got := one(t, j, id).SettledBy; got != "ann" {
		t.Errorf("settled by %q", got)
	}
}

func ledgers(t *testing.T, p *place) {
	dead, alive := p.journal(t), p.journal(t)
	lost, kept := intend(t, dead, write("lost")), intend(t, alive, write("kept"))
	stuck := unknown(t, alive, write("stuck"))
	kill(t, dead)
	ledger := p.openLedger(t)
	for _, id := range []string{lost, kept} {
		if got := one(t, alive, id); got.Outcome != "" {
			t.Errorf("a ledger took a write for lost: %+v", got)
		}
	}
	if others, err := alive.others(t.Context()); err != nil || len(others) != 1 {
		t.Errorf("processes beside the living one: %v, %v", others, err)
	}
	refusal(t, alive, write("stuck"), stuck)
	if err := ledger.Settle(t.Context(), stuck, "ann", "it is there"); err != nil {
		t.Fatal(err)
	}
	intend(t, alive, write("stuck"))
	entries, err := ledger.Entries(t.Context(), domain.EntryFilter{OldestFirst: true, Limit: 1, After: kept})
	if err != nil || len(entries) != 1 || entries[0].ID != stuck || entries[0].SettledAt != p.now {
		t.Errorf("got %+v, %v", entries, err)
	}
	if dropped, err := ledger.Prune(t.Context(), p.now, domain.Retention{Age: time.Minute}); err != nil || dropped != 1 {
		t.Errorf("dropped %d, %v", dropped, err)
	}
}

func ledgersElsewhere(t *testing.T, p *place) {
	expect := func(when string, want fault.Code) {
		t.Helper()
		ledger, err := p.ledger(t.Context(), p.options().Clock)
		if err == nil || fault.Of(err).Code != want {
			t.Errorf("%s: opened %v, %v", when, ledger, err)
		}
	}
	expect("nothing there", fault.JournalMissing)
	expect("still nothing", fault.JournalMissing)
	j := p.journal(t)
	for _, version := range []string{"1000", "0"} {
		if _, err := j.db.ExecContext(t.Context(), `UPDATE journal_schema SET version = `+version); err != nil {
			t.Fatal(err)
		}
		expect("version "+version, fault.JournalUnusable)
	}
}

// An inspection is neither a start nor an end: it migrates nothing, buries nobody,
// and drops nothing, however old.
func inspections(t *testing.T, p *place) {
	for range 2 {
		if found, err := p.inspect(t.Context()); err != nil || found != (Inspection{New: true}) {
			t.Fatalf("nothing there: %+v, %v", found, err)
		}
	}
	dead, alive := p.journal(t), p.journal(t)
	lost, stuck := intend(t, dead, write("lost")), unknown(t, alive, write("stuck"))
	old := intend(t, alive, write("old"))
	if err := alive.Conclude(t.Context(), old, domain.Conclusion{Outcome: domain.Completed}); err != nil {
		t.Fatal(err)
	}
	if _, err := alive.db.ExecContext(t.Context(), `UPDATE entry SET at = 1 WHERE id = $1`, old); err != nil {
		t.Fatal(err)
	}
	kill(t, dead)
	before := contentOf(t, alive)
	if found, err := p.inspect(t.Context()); err != nil || found != (Inspection{Unsettled: 1}) {
		t.Errorf("got %+v, %v", found, err)
	}
	if after := contentOf(t, alive); !reflect.DeepEqual(after, before) {
		t.Errorf("before %v\nafter %v", before, after)
	}
	if got := one(t, alive, lost); got.Outcome != "" {
		t.Errorf("an inspection took a write for lost: %+v", got)
	}
	refusal(t, alive, write("stuck"), stuck)
}

// contentOf is all that a journal holds, and its schema's version.
func contentOf(t *testing.T, j *Journal) []any {
	t.Helper()
	entries, err := j.Entries(t.Context(), domain.EntryFilter{})
	if err != nil {
		t.Fatal(err)
	}
	others, err := j.others(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var version int
	if err := j.db.QueryRowContext(t.Context(), schemaVersion).Scan(&version); err != nil {
		t.Fatal(err)
	}
	return []any{entries, others, version}
}

func failedInspections(t *testing.T, p *place) {
	j := p.journal(t)
	for _, test := range []struct{ change, undo, said string }{
		{`INSERT INTO journal_schema (version) VALUES (1000)`, `DELETE FROM journal_schema WHERE version = 1000`, "version 1000"},
		{`ALTER TABLE entry RENAME TO hidden`, `ALTER TABLE hidden RENAME TO entry`, "count the unsettled writes"},
	} {
		if _, err := j.db.ExecContext(t.Context(), test.change); err != nil {
			t.Fatal(err)
		}
		if found, err := p.inspect(t.Context()); err == nil || !strings.Contains(err.Error(), test.said) {
			t.Errorf("after %s: %+v, %v", test.change, found, err)
		}
		if _, err := j.db.ExecContext(t.Context(), test.undo); err != nil {
			t.Fatal(err)
		}
	}
}

func retention(t *testing.T, p *place) {
	fill := func(j *Journal, round string) (kept []string) {
		kept = []string{intend(t, j, write("open"+round)), unknown(t, j, write("unsettled"+round))}
		settled := unknown(t, j, write("settled"+round))
		if err := j.Settle(t.Context(), settled, "ann", ""); err != nil {
			t.Fatal(err)
		}
		for _, digest := range []string{"a", "b"} {
			if err := j.Conclude(t.Context(), intend(t, j, write(digest)), domain.Conclusion{Outcome: domain.Completed}); err != nil {
				t.Fatal(err)
			}
		}
		return kept
	}
	j := p.journal(t)
	kept := fill(j, "1")
	age := p.now.Sub(write("").Time)
	for _, step := range []struct {
		name      string
		retention domain.Retention
		dropped   int64
	}{
		{"no bound", domain.Retention{}, 0},
		{"exactly as old as allowed", domain.Retention{Age: age}, 0},
		{"as many as allowed", domain.Retention{Entries: 5}, 0},
		{"one too many, which may not be dropped", domain.Retention{Entries: 4}, 0},
		{"three too many, one may be dropped", domain.Retention{Entries: 2}, 1},
		{"too old", domain.Retention{Age: age - time.Microsecond}, 2},
	} {
		if dropped, err := j.Prune(t.Context(), p.now, step.retention); err != nil || dropped != step.dropped {
			t.Errorf("%s: dropped %d, %v; want %d", step.name, dropped, err, step.dropped)
		}
	}
	for _, id := range kept {
		one(t, j, id)
	}
	options := p.options()
	fill(j, "2")
	options.Retention = domain.Retention{Age: time.Microsecond}
	started, err := p.open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	if err := started.Close(); err != nil {
		t.Error(err)
	}
	if entries, err := j.Entries(t.Context(), domain.EntryFilter{}); err != nil || len(entries) != 4 {
		t.Errorf("%d entries after the shortest of lives, %v", len(entries), err)
	}
}

func sharedStart(t *testing.T, p *place) {
	var group sync.WaitGroup
	opened := make(chan *Journal, 6)
	for range cap(opened) {
		group.Go(func() {
			j, err := p.open(t.Context(), p.options())
			if err != nil {
				t.Error(err)
				return
			}
			opened <- j
		})
	}
	group.Wait()
	close(opened)
	for j := range opened {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
	j := p.journal(t)
	var versions, processes int
	if err := j.db.QueryRow(`SELECT COUNT(*) FROM journal_schema`).Scan(&versions); err != nil {
		t.Fatal(err)
	}
	if err := j.db.QueryRow(`SELECT COUNT(*) FROM process`).Scan(&processes); err != nil {
		t.Fatal(err)
	}
	all, err := steps()
	if err != nil || versions != len(all) || processes != 0 {
		t.Errorf("%d versions of %d, %d processes, %v", versions, len(all), processes, err)
	}
}

func laterSchema(t *testing.T, p *place) {
	j := p.journal(t)
	if _, err := j.db.ExecContext(t.Context(), `INSERT INTO journal_schema (version) VALUES (1000)`); err != nil {
		t.Fatal(err)
	}
	if later, err := p.open(t.Context(), p.options()); err == nil || !strings.Contains(err.Error(), "version 1000") {
		t.Errorf("opened %v, %v", later, err)
	}
}

func nonces(t *testing.T, p *place) {
	here, there := p.journal(t), p.journal(t)
	for i, step := range []struct {
		j     *Journal
		nonce string
		until time.Time
		want  bool
	}{
		{here, "a", p.now.Add(time.Minute), true},
		{here, "a", p.now.Add(time.Minute), false},
		{there, "a", p.now.Add(time.Hour), false},
		{there, "b", p.now.Add(time.Minute), true},
		{here, "c", p.now, false},
	} {
		if got, err := step.j.Spend(t.Context(), step.nonce, step.until); err != nil || got != step.want {
			t.Errorf("step %d: got %v, %v", i, got, err)
		}
	}
	p.pass(time.Minute)
	if err := here.forgetNonces(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := here.db.QueryRow(`SELECT COUNT(*) FROM nonce`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d nonces are left, %v", left, err)
	}
	if got, err := here.Spend(t.Context(), "a", p.now); err != nil || got {
		t.Errorf("a forgotten nonce: got %v, %v", got, err)
	}
}

func keepsArguments(t *testing.T, p *place) {
	for _, keep := range []bool{false, true} {
		options := p.options()
		options.KeepArguments = keep
		j, err := p.open(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		if j.KeepsArguments() != keep {
			t.Errorf("keeps %v", j.KeepsArguments())
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}
}

func states(t *testing.T, p *place) {
	j, replica := p.journal(t), p.journal(t)
	id := unknown(t, j, write("a"))
	unknown(t, replica, write("b"))
	intend(t, j, write("under way"))
	if err := j.Conclude(t.Context(), intend(t, j, write("known")), domain.Conclusion{Outcome: domain.Completed}); err != nil {
		t.Fatal(err)
	}
	expect := func(when string, want domain.JournalState) {
		t.Helper()
		got, err := j.State(t.Context())
		got.Waiting = 0 // a note may just be on its way
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", when, got, err)
		}
	}
	expect("two of two processes", domain.JournalState{Unsettled: 2})
	if err := j.Settle(t.Context(), id, "bob", "it happened"); err != nil {
		t.Fatal(err)
	}
	expect("one is settled", domain.JournalState{Unsettled: 1})

	if err := j.Close(); err != nil { // so nobody writes notes, and outcomes come late
		t.Fatal(err)
	}
	for range maxNotes + 3 {
		j.Note(t.Context(), domain.Entry{})
	}
	if err := j.Conclude(t.Context(), id, domain.Conclusion{}); err == nil {
		t.Error("concluded in a closed database")
	}
	got, err := j.State(t.Context())
	if want := (domain.JournalState{Waiting: maxNotes, Dropped: 3, Late: 1}); err == nil || got != want {
		t.Errorf("closed: %+v, %v", got, err)
	}
}

func checks(t *testing.T, p *place) {
	j := p.journal(t)
	if err := j.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if listed, err := p.journal(t).others(t.Context()); err != nil || len(listed) != 1 {
		t.Errorf("a check had nothing to write to: %v, %v", listed, err)
	}
	id := intend(t, j, write("d"))
	before := one(t, j, id)
	if err := j.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if after := one(t, j, id); !reflect.DeepEqual(after, before) {
		t.Errorf("the check changed %+v to %+v", before, after)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Check(t.Context()); err == nil {
		t.Error("a closed journal can be written")
	}
}
