package e2e

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
	"mcpbridge/test/postgres"
)

// taken is a write that the demo answers with an error, because the prefix is
// taken.
const taken = `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"198.51.100.0/26","site":"ams1"}}`

// entry is what the tests look at in an entry.
type entry struct {
	ID, Principal, Tool, State, Outcome, Note string
	By                                        string `json:"settled_by"`
}

func (e *entry) UnmarshalJSON(text []byte) error {
	type plain entry
	var read struct {
		plain
		ID string `json:"journal_id"`
	}
	err := json.Unmarshal(text, &read)
	*e = entry(read.plain)
	e.ID = read.ID
	return err
}

// journalIn runs a journal command in an environment that knows where the
// journal is, and of no NetBox.
func journalIn(t *testing.T, place string, arguments ...string) (stdout, stderr string, code int) {
	t.Helper()
	return cli(t, []string{"BRIDGE_JOURNAL=" + place}, append([]string{"journal"}, arguments...)...)
}

// listed are the entries that journal list shows.
func listed(t *testing.T, place string, arguments ...string) []entry {
	t.Helper()
	stdout, stderr, code := journalIn(t, place, append([]string{"list", "--json"}, arguments...)...)
	var found struct{ Entries []entry }
	if err := json.Unmarshal([]byte(stdout), &found); code != 0 || err != nil {
		t.Fatalf("ended with %d, said %q, printed %q", code, stderr, stdout)
	}
	return found.Entries
}

// expect runs a journal command that has to end with a code, and say or print
// something.
func expect(t *testing.T, place string, code int, part string, arguments ...string) {
	t.Helper()
	stdout, stderr, ended := journalIn(t, place, arguments...)
	if ended != code || !strings.Contains(stdout+stderr, part) {
		t.Errorf("%v ended with %d, said %q, printed %q", arguments, ended, stderr, stdout)
	}
}

func writes(demo *netboxdemo.Running) (sent int) {
	for _, r := range demo.Requests() {
		if r.Method == http.MethodPost {
			sent++
		}
	}
	return sent
}

// An agent's write becomes unknown; the operator finds it, settles it, and the
// identical write is let through again. The agent's bridge runs all the time.
func TestAnUnknownWriteIsFoundAndSettled(t *testing.T) {
	for database, place := range map[string]string{
		"SQLite":     "sqlite:" + filepath.Join(t.TempDir(), "journal.db"),
		"PostgreSQL": postgres.Start(t).Database(t),
	} {
		t.Run(database, func(t *testing.T) {
			demo := startDemo(t)
			agent := overStdio(t, handshake, reaching(demo, "NETBOX_MCP_ALLOW_MUTATIONS=1", "BRIDGE_JOURNAL="+place)...)
			if got := parsed(t, call(t, agent, callTool, taken)); got.Outcome != "unknown" {
				t.Fatalf("told %+v", got)
			}
			if got := parsed(t, call(t, agent, callTool, taken)); got.Code != "unknown_unsettled" {
				t.Fatalf("told %+v", got)
			}
			unsettled := listed(t, place, "--unsettled")
			if len(unsettled) != 1 || unsettled[0].State != "unsettled" || unsettled[0].Principal != "local" {
				t.Fatalf("unsettled: %+v", unsettled)
			}
			id := unsettled[0].ID
			expect(t, place, 0, "ip_ledger.reserve_prefix  unknown, unsettled", "list", "--unsettled")
			expect(t, place, 0, "POST /api/plugins/ip_ledger/prefixes/reserve/", "show", id)

			expect(t, place, 2, "--note: expected", "settle", id)
			expect(t, place, 2, "--note: expected", "settle", id, "--note", " ")
			expect(t, place, 2, "--note: expected", "settle", id, "--note", strings.Repeat("x", 2001))
			expect(t, place, 2, "--note: expected", "settle", id, "--note", "\xff")
			expect(t, place, 1, "entry_unknown", "settle", "none", "--note", "it is not there")
			expect(t, place, 0, "Settled: "+id, "settle", id, "--note", "it is not there", "--by", "ann")
			expect(t, place, 1, "entry_not_unsettled: there is nothing to settle: the write was settled before\nnext: Look at it", "settle", id, "--note", "it is")
			if all := listed(t, place, "--outcome", "unknown"); len(all) != 1 || all[0].By != "ann" || all[0].Note != "it is not there" {
				t.Errorf("after the settlement: %+v", all)
			}

			if got := parsed(t, call(t, agent, callTool, taken)); got.Outcome != "unknown" || writes(demo) != 2 {
				t.Errorf("after the settlement: told %+v, %d writes were sent", got, writes(demo))
			}
			expect(t, place, 0, `"settled_by":`, "settle", listed(t, place, "--unsettled")[0].ID, "--note", "once more", "--json")
		})
	}
}

// The operator looks while a write is under way, and takes nobody for dead.
func TestTheOperatorDisturbsNoWriteUnderWay(t *testing.T) {
	place := "sqlite:" + filepath.Join(t.TempDir(), "journal.db")
	demo := startSlowDemo(t)
	agent := overStdio(t, handshake, demo.reaching("BRIDGE_JOURNAL="+place)...)
	told := make(chan string, 1)
	go func() { told <- call(t, agent, callTool, reserve) }()
	<-demo.arrived
	expect(t, place, 0, "under way", "list")
	id := listed(t, place)[0].ID
	expect(t, place, 1, "entry_not_unsettled", "settle", id, "--note", "impatient")
	expect(t, place, 0, "Dropped: 0", "prune", "--older-than", "1ns", "--yes")
	close(demo.release)
	if got := parsed(t, <-told); got.Outcome != "completed" {
		t.Errorf("told %+v", got)
	}
	expect(t, place, 1, "the outcome is completed", "settle", id, "--note", "late")
	expect(t, place, 0, "Dropped: 1", "prune", "--older-than", "1ns", "--yes")
}

func TestWhereNoJournalIsNoneIsMade(t *testing.T) {
	folder := t.TempDir()
	absent := "sqlite:" + filepath.Join(folder, "state", "journal.db")
	for _, arguments := range [][]string{{"list"}, {"show", "x"}, {"settle", "x", "--note", "y"}, {"export"}, {"prune", "--yes"}} {
		expect(t, absent, 1, "journal_missing", arguments...)
		expect(t, "off", 1, "journal_missing: no journal is kept: BRIDGE_JOURNAL is off\nnext: Give BRIDGE_JOURNAL", arguments...)
		expect(t, absent, 1, `"code": "journal_missing"`, append(arguments, "--json")...)
	}
	expect(t, postgres.Start(t).Database(t), 1, "journal_missing: BRIDGE_JOURNAL (the PostgreSQL database): the database holds no journal", "list")
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("made %v, %v", left, err)
	}
}

func TestAJournalThatDoesNotAnswerIsSaidWithoutItsPassword(t *testing.T) {
	_, stderr, code := journalIn(t, "postgres://bob:hunter2@127.0.0.1:1/journal?connect_timeout=1", "list")
	if code != 1 || !strings.Contains(stderr, "journal_unusable") || strings.Contains(stderr, "hunter2") {
		t.Errorf("ended with %d, said %q", code, stderr)
	}
}

// filled makes a journal of so many refusals, an hour apart, the last one now.
func filled(t *testing.T, entries int) (place string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	const atOnce = 1000 // as many as wait to be written without loss
	for first := 0; first < entries; first += atOnce {
		options := sqljournal.Options{Source: "https://one.example", Clock: systemclock.Clock{}, Log: slog.New(slog.DiscardHandler)}
		journal, err := sqljournal.OpenSQLite(t.Context(), path, options)
		if err != nil {
			t.Fatal(err)
		}
		for i := first; i < min(first+atOnce, entries); i++ {
			journal.Note(t.Context(), domain.Entry{
				Time: time.Now().Add(time.Duration(i-entries+1) * time.Hour), Principal: []string{"ann", "bob"}[i%2], Plugin: []string{"p", "q"}[i/2%2], Tool: "look",
				Conclusion: domain.Conclusion{Outcome: domain.Refused},
			})
		}
		if err := journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return "sqlite:" + path
}

func TestAnExportIsWholeAndInOrder(t *testing.T) {
	const entries = 2500
	place := filled(t, entries)
	stdout, stderr, code := journalIn(t, place, "export")
	if code != 0 {
		t.Fatal(stderr)
	}
	var ids []string
	for decoder := json.NewDecoder(strings.NewReader(stdout)); ; {
		var e entry
		if err := decoder.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != entries || strings.Count(stdout, "\n") != entries {
		t.Errorf("%d entries in %d lines", len(ids), strings.Count(stdout, "\n"))
	}

	stdout, stderr, code = journalIn(t, place, "export", "--format", "csv", "--principal", "ann")
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if code != 0 || err != nil || len(rows) != 1+entries/2 || rows[0][0] != "journal_id" || rows[1][0] != ids[0] || rows[2][0] != ids[2] {
		t.Errorf("%d rows, %v, %s", len(rows), err, stderr)
	}
	for _, arguments := range [][]string{{"--format", "xml"}, {"--format", "csv", "--json"}} {
		expect(t, place, 2, "--format: expected", append([]string{"export"}, arguments...)...)
	}
}

func TestEntriesAreChosen(t *testing.T) {
	place := filled(t, 8) // ann and bob take turns; two of p, two of q, two of p, ...
	ids := make([]string, 8)
	for i, e := range listed(t, place) {
		ids[7-i] = e.ID
	}
	for name, test := range map[string]struct {
		arguments []string
		want      []int
	}{
		"nothing":              {nil, []int{7, 6, 5, 4, 3, 2, 1, 0}},
		"a caller":             {[]string{"--principal", "bob"}, []int{7, 5, 3, 1}},
		"a plugin":             {[]string{"--plugin", "p"}, []int{5, 4, 1, 0}},
		"a tool":               {[]string{"--tool", "look"}, []int{7, 6, 5, 4, 3, 2, 1, 0}},
		"a qualified tool":     {[]string{"--tool", "q.look", "--plugin", "q"}, []int{7, 6, 3, 2}},
		"an outcome":           {[]string{"--outcome", "refused", "--principal", "ann"}, []int{6, 4, 2, 0}},
		"another outcome":      {[]string{"--outcome", "completed"}, nil},
		"what is unsettled":    {[]string{"--unsettled"}, nil},
		"a system":             {[]string{"--system", "https://one.example", "--limit", "1"}, []int{7}},
		"another system":       {[]string{"--system", "https://two.example"}, nil},
		"since":                {[]string{"--since", "150m"}, []int{7, 6, 5}},
		"until":                {[]string{"--until", time.Now().Add(-270 * time.Minute).Format(time.RFC3339)}, []int{2, 1, 0}},
		"a page":               {[]string{"--limit", "2"}, []int{7, 6}},
		"the page after it":    {[]string{"--limit", "2", "--before", ids[6]}, []int{5, 4}},
		"the days to come":     {[]string{"--since", "2100-01-01"}, nil},
		"all that went before": {[]string{"--until", "2100-01-01", "--limit", "1"}, []int{7}},
	} {
		var got []int
		for _, e := range listed(t, place, test.arguments...) {
			got = append(got, slices.Index(ids, e.ID))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
	for _, wrong := range [][]string{
		{"--outcome", "lost"}, {"--since", "yesterday"}, {"--until", "2026"}, {"--limit", "0"}, {"--limit", "1001"}, {"--tool", "p.look", "--plugin", "q"},
	} {
		expect(t, place, 2, wrong[0]+": expected", append([]string{"list"}, wrong...)...)
	}
	expect(t, place, 0, "There may be more: --before "+ids[6], "list", "--limit", "2")
	expect(t, place, 0, "No entry is like that.", "list", "--outcome", "unknown")
	expect(t, place, 1, "entry_unknown", "show", "none")
	expect(t, place, 2, "no command bogus", "bogus")
}

func TestOldEntriesAreDropped(t *testing.T) {
	place := filled(t, 8)
	expect(t, place, 2, "--yes agrees beforehand", "prune", "--older-than", "270m")
	expect(t, place, 0, "Dropped: 3", "prune", "--older-than", "270m", "--yes")
	expect(t, place, 0, `"dropped": 2`, "prune", "--journal-entries", "3", "--yes", "--json")
	if left := listed(t, place); len(left) != 3 {
		t.Errorf("left %+v", left)
	}
}

// A note is shown as text, whatever it holds.
func TestANoteCannotMoveTheCursor(t *testing.T) {
	place := "sqlite:" + filepath.Join(t.TempDir(), "journal.db")
	demo := startDemo(t)
	if _, stderr, code := cli(t, reaching(demo, "BRIDGE_JOURNAL="+place), "call", "ip_ledger.reserve_prefix", "prefix=198.51.100.0/26", "site=ams1", "--allow-mutations", "--yes"); code != 4 {
		t.Fatal(stderr)
	}
	written := listed(t, place)[0]
	if written.Principal != "local" {
		t.Errorf("written by %q", written.Principal)
	}
	id := written.ID
	const note = "seen\x1b[2J\r\u009b1A"
	expect(t, place, 0, id, "settle", id, "--note", note, "--by", note)
	for _, arguments := range [][]string{{"list"}, {"show", id}, {"show", id, "--json"}, {"list", "--json"}, {"export"}, {"export", "--format", "csv"}} {
		stdout, stderr, code := journalIn(t, place, arguments...)
		if code != 0 || strings.ContainsAny(stdout+stderr, "\x1b\r\u009b") {
			t.Errorf("%v ended with %d, printed %q", arguments, code, stdout)
		}
	}
	if got := listed(t, place)[0]; got.Note != note || got.By != note {
		t.Errorf("a program reads %+v", got)
	}
}
