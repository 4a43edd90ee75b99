package sqljournal

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// schemaLock is the advisory lock that whoever migrates holds. Any number will
// do as long as it never changes.
const schemaLock = 5_137_946_012_883_761_402

// maxSessions is how many connections a process has at most.
const maxSessions = 8

// OpenPostgreSQL opens the journal in a PostgreSQL database. A pooler in front
// of it must keep sessions: the locks of the processes belong to theirs.
func OpenPostgreSQL(ctx context.Context, address string, options Options) (*Journal, error) {
	db, err := connectPostgreSQL(address)
	if err != nil {
		return nil, err
	}
	return open(ctx, db, &sessionLocks{db: db}, options)
}

// OpenPostgreSQLLedger opens the journal in a PostgreSQL database for those who
// keep it. It creates none: an error is a [fault.Fault], with code
// journal_missing if there is no journal, or journal_unusable.
func OpenPostgreSQLLedger(ctx context.Context, address string, clock ports.Clock) (*Ledger, error) {
	db, err := connectPostgreSQL(address)
	if err != nil {
		return nil, unusable(err)
	}
	return openLedger(ctx, db, postgresqlSchemas, clock)
}

// postgresqlSchemas counts the journals in a PostgreSQL database.
const postgresqlSchemas = `SELECT COUNT(to_regclass('journal_schema'))`

func connectPostgreSQL(address string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errors.New("the address of the journal is not one that PostgreSQL knows") // pgx quotes the address
	}
	// A commit that a crash of the server can undo records no intent.
	config.RuntimeParams["synchronous_commit"] = "on"
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "mcp-bridge"
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = patience
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(maxSessions)
	return db, nil
}

// Password is what a PostgreSQL at that address is told, wherever it comes from:
// the address, PGPASSWORD, or a file of passwords or of services; "" if there is
// none, or if the address is not one that PostgreSQL knows.
func Password(address string) domain.Secret {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return domain.Secret{}
	}
	return domain.NewSecret(config.Password)
}

// sessionLocks are advisory locks, each of which ends with the session that
// took it.
type sessionLocks struct {
	db  *sql.DB
	own *sql.Conn // the session that holds this process's lock
}

var _ engine = (*sessionLocks)(nil)

func (*sessionLocks) lockSchema(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(schemaLock))
	return err
}

// hold asks the session for a sign of life; a new one takes the place of one
// that was lost, and with it the lock.
func (l *sessionLocks) hold(ctx context.Context, process int64) (bool, error) {
	if l.own != nil {
		if l.own.PingContext(ctx) == nil {
			return false, nil
		}
		_ = l.own.Close() // it is lost anyway
		l.own = nil
	}
	own, err := l.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	if _, err := own.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, process); err != nil {
		return false, errors.Join(err, own.Close())
	}
	l.own = own
	return true, nil
}

// ifDead needs a session of its own, since a session never waits for itself.
func (l *sessionLocks) ifDead(ctx context.Context, process int64, bury func() error) (err error) {
	session, err := l.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	var taken bool
	if err := session.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, process).Scan(&taken); err != nil || !taken {
		return err
	}
	failure := bury()
	_, err = session.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, process)
	return errors.Join(failure, err)
}

func (l *sessionLocks) release() error {
	if l.own == nil {
		return nil
	}
	// Closing only returns the session to the pool, which is closed next; the
	// lock ends with that.
	return l.own.Close()
}
