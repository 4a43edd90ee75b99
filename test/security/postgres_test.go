package security

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"mcpbridge/test/postgres"
)

// What the journal keeps in PostgreSQL holds no secret either, arguments
// included; nor does anybody learn how that database is opened.
func TestTheJournalInPostgreSQLHoldsNoSecret(t *testing.T) {
	database, netbox := postgres.Start(t).Database(t), upstream(t)
	key := base64.StdEncoding.EncodeToString([]byte(stateKey))
	s := start(t, "NETBOX_URL="+netbox.server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken, "NETBOX_MCP_ALLOW_MUTATIONS=1",
		"BRIDGE_JOURNAL="+database, "PGPASSWORD="+journalKey, "BRIDGE_JOURNAL_ARGUMENTS=1", "BRIDGE_STATE_KEY_FILE="+file(t, "state-key", key))
	const purpose = "so-that-the-row-is-found"
	for _, one := range []struct{ body, says string }{
		{call(`{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1","purpose":"` + purpose + ` password=` + password + `"}}`), `\"outcome\":\"completed\"`},
		{call(`{"plugin":"ip_ledger","tool":"find_prefix","token":"` + mappedToken + `","arguments":{"site":"` + mappedToken + `"}}`), `\"outcome\":`},
		{call(`{"plugin":"` + oldToken + `","tool":"` + netboxToken + `"}`), "plugin_not_listed"},
		{call(`{"plugin":"ip_ledger","tool":"find_prefix","token":"` + oldCallToken + `"}`), "source_status"},
	} {
		connection := s.dial(t)
		if _, err := fmt.Fprint(connection, message{body: one.body}.raw(s, sharedToken, "127.0.0.1")); err != nil {
			t.Fatal(err)
		}
		// What a caller sent may come back to it: a site that is looked for, say.
		if got := read(t, bufio.NewReader(connection)); got.status != 200 || !strings.Contains(got.body, one.says) {
			t.Errorf("got %d %q, want %q", got.status, got.body, one.says)
		}
		_ = connection.Close()
	}
	s.stop(t)
	rows := dump(t, database)
	if !strings.Contains(rows, purpose) || !strings.Contains(rows, "find_prefix") {
		t.Errorf("the calls are not in the journal: %s", rows)
	}
	s.places["the database"] = []byte(rows)
}

// dump is every row of every table of a database.
func dump(t *testing.T, address string) string {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := connection.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	texts := func(query string) []string {
		rows, err := connection.Query(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	var all []string
	for _, table := range texts(`SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`) {
		all = append(all, texts("SELECT row_to_json(t)::text FROM "+table+" t")...)
	}
	return strings.Join(all, "\n")
}
