package sqljournal

import (
	"context"
	"database/sql"
	"time"

	"mcpbridge/domain"
)

const (
	maxNotes = 1024 // that wait to be written
	maxBatch = 128  // that are written in one transaction

	// gatherTime is how long a note waits for others, since a transaction costs
	// more than what is written in it. A crash loses that much more of them.
	gatherTime = 50 * time.Millisecond

	watchInterval  = 5 * time.Second
	firstRetain    = 5 * time.Second // after the start, which has other things to do
	retainInterval = time.Hour
)

// Note takes the record of a call that dispatched no write. If too many wait
// to be written, it is dropped and counted.
func (j *Journal) Note(_ context.Context, entry domain.Entry) {
	entry.ID = newID()
	select {
	case j.notes <- entry:
	default:
		j.drop(1)
	}
}

// Dropped is how many notes were lost since the start.
func (j *Journal) Dropped() int64 { return j.dropped.Load() }

// drop says so once; the number is in [Journal.Dropped].
func (j *Journal) drop(notes int) {
	if j.dropped.Add(int64(notes)) == int64(notes) {
		j.options.Log.Warn("the journal cannot keep up, so records of reads and refusals are dropped from now on")
	}
}

// tend writes notes and keeps the journal in order until life ends; then it
// writes the notes that are left.
func (j *Journal) tend(life context.Context) {
	defer close(j.stopped)
	watch, retain := time.NewTicker(watchInterval), time.NewTimer(firstRetain)
	defer watch.Stop()
	defer retain.Stop()
	for {
		select {
		case note := <-j.notes:
			j.writeNotes(j.gather(life, note))
		case <-watch.C:
			j.attempt("hold the lock of this process", j.stay)
			j.attempt("record the outcome of a write", j.catchUp)
		case <-retain.C:
			retain.Reset(retainInterval)
			j.attempt("look for writes of dead processes", j.buryDead)
			j.attempt("drop old entries", j.retain)
			j.attempt("forget used nonces", j.forgetNonces)
		case <-life.Done():
			j.attempt("record the outcome of a write", j.catchUp)
			for len(j.notes) > 0 {
				j.writeNotes(j.gather(life, <-j.notes))
			}
			j.attempt("drop old entries", j.retain) // as most lives are shorter than an hour
			return
		}
	}
}

// gather takes a note and those that come next, waiting for them while life
// goes on and there is no whole batch of them.
func (j *Journal) gather(life context.Context, note domain.Entry) []domain.Entry {
	if len(j.notes) < maxBatch {
		wait, done := context.WithTimeout(life, gatherTime)
		<-wait.Done()
		done()
	}
	batch := []domain.Entry{note}
	for len(batch) < maxBatch && len(j.notes) > 0 {
		batch = append(batch, <-j.notes)
	}
	return batch
}

// writeNotes writes a batch in one transaction.
func (j *Journal) writeNotes(batch []domain.Entry) {
	written := j.attempt("record reads and refusals", func(ctx context.Context) error {
		return j.transact(ctx, func(tx *sql.Tx) error { return j.insertAll(ctx, tx, batch) })
	})
	if !written {
		j.drop(len(batch))
	}
}

// attempt logs what goes wrong where nobody waits for an answer.
func (j *Journal) attempt(doing string, do func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := do(ctx); err != nil {
		j.options.Log.ErrorContext(ctx, "the journal failed to "+doing, "error", err)
		return false
	}
	return true
}
