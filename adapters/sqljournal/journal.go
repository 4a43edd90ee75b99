package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

const (
	// patience is how long one piece of work may wait for the database.
	patience = 5 * time.Second
	// startPatience is the same for a start, which may have to migrate.
	startPatience = time.Minute
)

// Options are what an operator decides about a journal.
type Options struct {
	Source        string // of the calls that this process records
	KeepArguments bool   // redacted
	Retention     domain.Retention
	Clock         ports.Clock
	Log           *slog.Logger
}

// Journal is a journal in a SQL database. It is safe for concurrent use.
type Journal struct {
	Ledger
	engine  engine
	options Options
	process int64
	name    string // of the process, for people

	joining sync.Mutex // held while the process's lock is taken
	joined  atomic.Bool

	notes   chan domain.Entry
	dropped atomic.Int64
	stop    context.CancelFunc
	stopped chan struct{}

	burials sync.Mutex // one at a time, since each needs two connections

	mutex sync.Mutex
	late  []lateConclusion
}

// lateConclusion could not be recorded when it was due.
type lateConclusion struct {
	id string
	domain.Conclusion
}

var _ ports.Journal = (*Journal)(nil)

// open prepares the database, which it closes if that fails, and finds the
// writes that dead processes left behind.
func open(ctx context.Context, db *sql.DB, engine engine, options Options) (*Journal, error) {
	j := &Journal{
		Ledger: Ledger{db: db, clock: options.Clock}, engine: engine, options: options, process: newProcessNumber(), name: nameOfProcess(),
		notes: make(chan domain.Entry, maxNotes), stopped: make(chan struct{}),
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for _, step := range []struct {
		doing string
		do    func(context.Context) error
	}{
		{"open the journal", db.PingContext},
		{"prepare the journal's schema", j.migrate},
		{"look for writes of dead processes", j.buryDead},
	} {
		if err := step.do(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", step.doing, err), engine.release(), db.Close())
		}
	}
	life, stop := context.WithCancel(context.Background())
	j.stop = stop
	go j.tend(life)
	return j, nil
}

// Close writes what is still to be written and leaves the database. Writes
// under way must have ended.
func (j *Journal) Close() error {
	j.stop()
	<-j.stopped
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return errors.Join(j.leave(ctx), j.engine.release(), j.db.Close())
}

// KeepsArguments tells whether entries should carry their redacted arguments.
func (j *Journal) KeepsArguments() bool { return j.options.KeepArguments }

// Intend records a write in one durable transaction, unless an earlier one of
// the same kind stands in its way. That holds across replicas without a lock,
// because an outcome is recorded before any caller learns of it.
func (j *Journal) Intend(ctx context.Context, entry domain.Entry) (string, error) {
	// A caller that leaves must not cut the commit in two.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	entry.ID = newID()
	earlier, err := j.intend(ctx, entry)
	switch {
	case err != nil:
		j.options.Log.ErrorContext(ctx, "a write could not be recorded, so it is not sent", "tool", entry.Plugin+"."+entry.Tool, "error", err)
		if errors.Is(err, errUndecided) {
			j.postpone(lateConclusion{entry.ID, domain.Conclusion{Outcome: domain.Refused, Code: fault.JournalDown}})
		}
		return "", fault.New(fault.JournalDown, "the journal could not record the write")
	case earlier != "":
		return earlier, fault.New(fault.UnknownUnsettled, "an identical write of "+entry.Plugin+"."+entry.Tool+" ended as unknown and is unsettled: journal entry "+earlier)
	}
	return entry.ID, nil
}

// intend returns the id of the entry that stands in the way, or "".
func (j *Journal) intend(ctx context.Context, entry domain.Entry) (earlier string, err error) {
	if err := j.join(ctx); err != nil {
		return "", err
	}
	if err := j.buryTwins(ctx, entry); err != nil {
		return "", err
	}
	late := j.postponed()
	err = j.transact(ctx, func(tx *sql.Tx) error {
		if err := concludeAll(ctx, tx, late); err != nil {
			return err
		}
		twin, err := j.unsettledTwin(ctx, tx, entry)
		switch {
		case err != nil:
			return err
		case twin == "":
			entry.Acknowledges = "" // there is nothing to acknowledge, or not any more
		case twin != entry.Acknowledges:
			earlier = twin
			return nil
		}
		// In the same transaction, so that no open write is ever without its process.
		if err := j.enlist(ctx, tx); err != nil {
			return err
		}
		return j.insert(ctx, tx, entry)
	})
	if err == nil {
		j.forget(late)
	}
	return earlier, err
}

// Conclude records how a write ended. What cannot be recorded now is tried
// again later, and before any other write is let through.
func (j *Journal) Conclude(ctx context.Context, id string, conclusion domain.Conclusion) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	found, err := conclude(ctx, j.db, lateConclusion{id, conclusion})
	switch {
	case err != nil:
		j.postpone(lateConclusion{id, conclusion})
		return fmt.Errorf("conclude entry %s: %w", id, err)
	case !found:
		return fmt.Errorf("conclude entry %s: it is not open", id)
	}
	return nil
}

// catchUp records the conclusions that were postponed.
func (j *Journal) catchUp(ctx context.Context) error {
	late := j.postponed()
	if len(late) == 0 {
		return nil
	}
	err := j.transact(ctx, func(tx *sql.Tx) error { return concludeAll(ctx, tx, late) })
	if err == nil {
		j.forget(late)
	}
	return err
}

func (j *Journal) postpone(conclusion lateConclusion) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.late = append(j.late, conclusion)
}

// postponed are the conclusions still to be recorded.
func (j *Journal) postponed() []lateConclusion {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return slices.Clone(j.late)
}

// forget drops conclusions that are recorded now.
func (j *Journal) forget(recorded []lateConclusion) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.late = slices.DeleteFunc(j.late, func(c lateConclusion) bool { return slices.Contains(recorded, c) })
}

// errUndecided is a failed commit, which may have come through although its
// answer did not.
var errUndecided = errors.New("the commit may have come through")

// transact runs do in one transaction.
func (j *Journal) transact(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return errors.Join(errUndecided, err)
	}
	return nil
}

// newID is a UUIDv7, which sorts by the time it was made.
func newID() string { return uuid.Must(uuid.NewV7()).String() }
