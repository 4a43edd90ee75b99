package sqljournal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	slashpath "path"
	"path/filepath"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// InMemory is the path of a SQLite journal that ends with its process.
const InMemory = ":memory:"

// OpenSQLite opens the journal in a SQLite file, which it creates, with its
// directory, readable by this user only. Several processes of one machine may
// share the file.
func OpenSQLite(ctx context.Context, path string, options Options) (*Journal, error) {
	if path == InMemory {
		return openSQLite(ctx, "file::memory:?"+sqliteParameters().Encode(), memory{}, options)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := createPrivately(path); err != nil {
		return nil, fmt.Errorf("create the journal: %w", err)
	}
	return openSQLite(ctx, sqliteFile(path, sqliteParameters()), &lockFiles{prefix: path + "-process-"}, options)
}

func openSQLite(ctx context.Context, source string, locks engine, options Options) (*Journal, error) {
	db, err := connectSQLite(source)
	if err != nil {
		return nil, err
	}
	return open(ctx, db, locks, options)
}

// OpenSQLiteLedger opens the journal in a SQLite file for those who keep it. It
// creates none: an error is a [fault.Fault], with code journal_missing if there
// is no journal, or journal_unusable.
func OpenSQLiteLedger(ctx context.Context, path string, clock ports.Clock) (*Ledger, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.JournalMissing, "there is no file "+path)
	}
	db, err := existingSQLite(path)
	if err != nil {
		return nil, unusable(err)
	}
	return openLedger(ctx, db, sqliteSchemas, clock)
}

// sqliteSchemas counts the journals in a SQLite file.
const sqliteSchemas = `SELECT COUNT(*) FROM sqlite_master WHERE name = 'journal_schema'`

// existingSQLite takes a file as it is, and makes none.
func existingSQLite(path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	parameters := sqliteParameters()
	parameters.Del("_journal_mode") // a journal has it already, and to a file that is none it would be written
	parameters.Set("mode", "rw")
	return connectSQLite(sqliteFile(path, parameters))
}

// connectSQLite uses one connection: SQLite has one writer, and what is in
// memory belongs to its connection.
func connectSQLite(source string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", source)
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

func sqliteFile(path string, parameters url.Values) string {
	where := url.URL{Scheme: "file", Path: slashpath.Join("/", filepath.ToSlash(path)), RawQuery: parameters.Encode()}
	return where.String()
}

// sqliteParameters make every commit durable, and every transaction take the
// write lock at its start, where it can wait for it.
func sqliteParameters() url.Values {
	return url.Values{
		"_busy_timeout": {fmt.Sprint(patience.Milliseconds())},
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_txlock":       {"immediate"},
	}
}

// createPrivately makes the file before SQLite does, which asks for wider
// rights. The files that SQLite puts beside it get the same ones.
func createPrivately(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // which file is the operator's to say
	if err != nil {
		return err
	}
	return file.Close()
}

// lockFiles are a lock file for each process, beside the database.
type lockFiles struct {
	prefix string
	own    *flock.Flock
}

var _ engine = (*lockFiles)(nil)

func (l *lockFiles) of(process int64) *flock.Flock {
	return flock.New(fmt.Sprintf("%s%d", l.prefix, process), flock.SetPermissions(0o600))
}

// lockSchema has nothing to do: the transaction holds the write lock.
func (l *lockFiles) lockSchema(context.Context, *sql.Tx) error { return nil }

func (l *lockFiles) hold(_ context.Context, process int64) (bool, error) {
	if l.own != nil {
		return false, nil // the system takes it away with the process only
	}
	own := l.of(process)
	taken, err := own.TryLock()
	if taken {
		l.own = own
	}
	return taken, err
}

func (l *lockFiles) ifDead(_ context.Context, process int64, bury func() error) error {
	lock := l.of(process)
	taken, err := lock.TryLock()
	if err != nil || !taken {
		return err
	}
	return errors.Join(bury(), drop(lock))
}

func (l *lockFiles) release() error {
	if l.own == nil {
		return nil
	}
	return drop(l.own)
}

// drop gives a lock up and removes its file, which Windows lets nobody remove
// before. A file that stays does no harm: no process ever has its number again.
func drop(lock *flock.Flock) error {
	err := lock.Close()
	_ = os.Remove(lock.Path())
	return err
}

// memory has no other process to tell from.
type memory struct{}

var _ engine = memory{}

func (memory) lockSchema(context.Context, *sql.Tx) error         { return nil }
func (memory) hold(context.Context, int64) (bool, error)         { return false, nil }
func (memory) ifDead(context.Context, int64, func() error) error { return nil }
func (memory) release() error                                    { return nil }
