package sqljournal

import (
	"context"
	"database/sql"
)

// engine is what SQLite and PostgreSQL do in different ways.
type engine interface {
	// lockSchema keeps other processes from migrating until tx ends.
	lockSchema(ctx context.Context, tx *sql.Tx) error
	// hold makes sure that this process holds its lock, and tells whether it had
	// to be taken. It is called again and again, since a lock can be lost.
	hold(ctx context.Context, process int64) (taken bool, err error)
	// ifDead calls bury if nobody holds the lock of another process, and keeps
	// everybody from taking it meanwhile.
	ifDead(ctx context.Context, process int64, bury func() error) error
	// release gives this process's lock up.
	release() error
}
