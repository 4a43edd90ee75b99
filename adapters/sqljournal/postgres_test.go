package sqljournal

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mcpbridge/domain/fault"
	"mcpbridge/test/postgres"
)

func TestPostgreSQLTakesALostLockAgain(t *testing.T) {
	address := postgres.Start(t).Database(t)
	p := newPlace(nil)
	j, err := OpenPostgreSQL(t.Context(), address, p.options())
	if err != nil {
		t.Fatal(err)
	}
	other, err := OpenPostgreSQL(t.Context(), address, p.options())
	if err != nil {
		t.Fatal(err)
	}
	var durable string
	if err := j.db.QueryRow("SHOW synchronous_commit").Scan(&durable); err != nil || durable != "on" {
		t.Errorf("synchronous_commit is %q, %v", durable, err)
	}
	loseLock := func() {
		if _, err := other.db.Exec(`SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
			AND (classid::bigint << 32 | objid::bigint) = $1`, j.process); err != nil {
			t.Fatal(err)
		}
	}
	id := intend(t, j, write("d"))
	loseLock()
	if err := j.stay(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := other.buryDead(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := one(t, other, id); got.Outcome != "" {
		t.Errorf("the write of a living process: %+v", got)
	}
	loseLock()
	if err := errors.Join(other.buryDead(t.Context()), j.stay(t.Context())); err != nil {
		t.Fatal(err)
	}
	if listed, err := other.others(t.Context()); err != nil || len(listed) != 1 {
		t.Errorf("a process that was taken for dead is not on the list again: %v, %v", listed, err)
	}
	for _, journal := range []*Journal{other, j} {
		if err := journal.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A commit may come through although its answer is lost, and then leaves an
// open write that was refused.
func TestAFailedCommitIsConcludedLater(t *testing.T) {
	address := postgres.Start(t).Database(t)
	p := newPlace(func(ctx context.Context, options Options) (*Journal, error) {
		return OpenPostgreSQL(ctx, address, options)
	})
	j := p.journal(t)
	for _, statement := range []string{
		`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`,
		`CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
	} {
		if _, err := j.db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Intend(t.Context(), write("d")); fault.Of(err).Code != fault.JournalDown {
		t.Errorf("got %v", err)
	}
	if len(j.postponed()) != 1 {
		t.Errorf("to be recorded: %v", j.postponed())
	}
	if err := j.catchUp(t.Context()); err != nil || len(j.postponed()) != 0 {
		t.Errorf("%v, still to be recorded: %v", err, j.postponed())
	}
}

func TestAnAddressIsNeverQuoted(t *testing.T) {
	for _, address := range []string{"postgres://bob:hunter2@[", "postgres://bob:hunter2@127.0.0.1:1/db?connect_timeout=1"} {
		j, err := OpenPostgreSQL(t.Context(), address, newPlace(nil).options())
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("opened %v, %v", j, err)
		}
	}
}
