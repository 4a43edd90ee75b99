package sqljournal

import (
	"strings"
	"testing"

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
	id := intend(t, j, write("d"))
	if _, err := other.db.Exec(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
		AND (classid::bigint << 32 | objid::bigint) = $1`, j.process); err != nil {
		t.Fatal(err)
	}
	if err := j.join(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := other.buryDead(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := one(t, other, id); got.Outcome != "" {
		t.Errorf("the write of a living process: %+v", got)
	}
	for _, journal := range []*Journal{other, j} {
		if err := journal.Close(); err != nil {
			t.Error(err)
		}
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
