package sqljournal

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
	"mcpbridge/test/postgres"
)

// place is an empty database that several journals can open, as replicas do.
type place struct {
	open    func(context.Context, Options) (*Journal, error)
	ledger  func(context.Context, ports.Clock) (*Ledger, error)
	inspect func(context.Context) (Inspection, error)
	log     *lines

	mutex sync.Mutex // held while now changes or a journal looks at it
	now   time.Time
}

// places make an empty place in each of the databases.
func places(t *testing.T) map[string]func(*testing.T) *place {
	t.Helper()
	server := postgres.Start(t)
	return map[string]func(*testing.T) *place{
		"SQLite": func(t *testing.T) *place {
			path := filepath.Join(t.TempDir(), "state", "journal.db")
			p := newPlace(openerOf(path))
			p.ledger = func(ctx context.Context, clock ports.Clock) (*Ledger, error) {
				return OpenSQLiteLedger(ctx, path, clock)
			}
			p.inspect = func(ctx context.Context) (Inspection, error) { return InspectSQLite(ctx, path) }
			return p
		},
		"PostgreSQL": func(t *testing.T) *place {
			address := server.Database(t)
			p := newPlace(func(ctx context.Context, options Options) (*Journal, error) {
				return OpenPostgreSQL(ctx, address, options)
			})
			p.ledger = func(ctx context.Context, clock ports.Clock) (*Ledger, error) {
				return OpenPostgreSQLLedger(ctx, address, clock)
			}
			p.inspect = func(ctx context.Context) (Inspection, error) { return InspectPostgreSQL(ctx, address) }
			return p
		},
	}
}

func openerOf(path string) func(context.Context, Options) (*Journal, error) {
	return func(ctx context.Context, options Options) (*Journal, error) { return OpenSQLite(ctx, path, options) }
}

func newPlace(open func(context.Context, Options) (*Journal, error)) *place {
	return &place{open: open, log: &lines{}, now: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)}
}

// pass lets time pass.
func (p *place) pass(d time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.now = p.now.Add(d)
}

func (p *place) clock() time.Time {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.now
}

func (p *place) options() Options {
	clock := &portsmock.ClockMock{NowFunc: p.clock}
	return Options{Source: "https://one.example", Clock: clock, Log: slog.New(slog.NewTextHandler(p.log, nil))}
}

// journal is one process's view of the place; it is closed with the test,
// unless it was killed before.
func (p *place) journal(t *testing.T) *Journal {
	t.Helper()
	j, err := p.open(t.Context(), p.options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if j.db.Ping() != nil {
			return
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// openLedger is an operator's view of the place.
func (p *place) openLedger(t *testing.T) *Ledger {
	t.Helper()
	ledger, err := p.ledger(t.Context(), p.options().Clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ledger.Close(); err != nil {
			t.Error(err)
		}
	})
	return ledger
}

// kill ends a journal as a crash ends its process: the system takes the lock
// away, and nothing is tidied up.
func kill(t *testing.T, j *Journal) {
	t.Helper()
	j.stop()
	<-j.stopped
	if files, ok := j.engine.(*lockFiles); ok {
		if err := files.own.Close(); err != nil {
			t.Error(err)
		}
	}
	if sessions, ok := j.engine.(*sessionLocks); ok {
		// The server does so when it notices that the session is gone, a moment
		// after that.
		_, err := sessions.own.ExecContext(context.Background(), `SELECT pg_advisory_unlock($1)`, j.process)
		if err := errors.Join(err, sessions.release()); err != nil {
			t.Error(err)
		}
	}
	if err := j.db.Close(); err != nil {
		t.Error(err)
	}
}

// lines is a log that may be written and read at the same time.
type lines struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// write is an intent that differs from the others of its kind in the digest.
func write(digest string) domain.Entry {
	return domain.Entry{
		Time: time.Date(2026, 12, 1, 11, 0, 0, 123456000, time.UTC), Principal: "alice", Plugin: "p", Tool: "add", Effect: domain.Write,
		Method: "POST", Path: "/p/add/", Headers: []string{"X-Branch", "X-Other"}, Digest: digest, Approval: domain.Approved,
	}
}

// intend records a write that must not be refused.
func intend(t *testing.T, j *Journal, entry domain.Entry) string {
	t.Helper()
	id, err := j.Intend(t.Context(), entry)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// unknown records a write whose outcome is unknown.
func unknown(t *testing.T, j *Journal, entry domain.Entry) string {
	t.Helper()
	id := intend(t, j, entry)
	if err := j.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Unknown, Code: fault.ResponseStatus, Status: 500}); err != nil {
		t.Fatal(err)
	}
	return id
}

// refusal demands that a write is refused because of an earlier one.
func refusal(t *testing.T, j *Journal, entry domain.Entry, earlier string) {
	t.Helper()
	id, err := j.Intend(t.Context(), entry)
	if fault.Of(err).Code != fault.UnknownUnsettled || id != earlier {
		t.Errorf("got entry %q and %v, want a refusal that points to %s", id, err, earlier)
	}
}

// one is the entry of that id.
func one(t *testing.T, j *Journal, id string) domain.Entry {
	t.Helper()
	entries, err := j.Entries(t.Context(), domain.EntryFilter{ID: id})
	if err != nil || len(entries) != 1 {
		t.Fatalf("entry %s: got %+v, %v", id, entries, err)
	}
	return entries[0]
}
