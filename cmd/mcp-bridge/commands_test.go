package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/adapters/terminal"
	"mcpbridge/domain"
)

// run is one command line in a home where nothing is set, and what came of it.
func run(t *testing.T, arguments ...string) (stdout, stderr string, code int) {
	t.Helper()
	home := t.TempDir()
	env := func(name string) (string, bool) {
		switch name {
		case "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME":
			return home, true
		}
		return "", false
	}
	var out, messages bytes.Buffer
	s := &session{Console: terminal.Console{In: strings.NewReader(""), Out: &out, Err: &messages}, env: env}
	code = execute(t.Context(), s, arguments)
	return out.String(), messages.String(), code
}

// commands are all that do more than hold others, in the order of the help.
func commands(command *cobra.Command) []*cobra.Command {
	var found []*cobra.Command
	if !command.HasSubCommands() {
		found = append(found, command)
	}
	for _, child := range command.Commands() {
		found = append(found, commands(child)...)
	}
	return found
}

// unknownWrite makes a journal with one unknown write, and returns the flag that
// names it and the write's id.
func unknownWrite(t *testing.T) (flag, id string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	journal, err := sqljournal.OpenSQLite(t.Context(), path, sqljournal.Options{Source: "https://netbox.example", Clock: systemclock.Clock{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	id, err = journal.Intend(t.Context(), domain.Entry{Time: time.Now(), Principal: "alice", Plugin: "p", Tool: "add", Effect: domain.Write, Method: "POST", Path: "/p/add/", Digest: "d"})
	if err == nil {
		err = journal.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Unknown})
	}
	if err := errors.Join(err, journal.Close()); err != nil {
		t.Fatal(err)
	}
	return "--journal=sqlite:" + path, id
}

// callersFile holds one caller, alice.
func callersFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, []byte("alice sha256:"+strings.Repeat("0f", 32)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// isJSON takes one JSON text, or several lines of it.
func isJSON(text string) bool {
	if text == "" {
		return false
	}
	for decoder := json.NewDecoder(strings.NewReader(text)); ; {
		if err := decoder.Decode(new(any)); err != nil {
			return errors.Is(err, io.EOF)
		}
	}
}

// A command without a row fails the test. Completion is not among them: cobra
// adds it, and what it prints is a script for a shell to read.
func TestEveryCommandAnswersInJSON(t *testing.T) {
	const manifest = "../../adapters/netboxdemo/manifests/ip_ledger.json"
	journal, id := unknownWrite(t)
	rows := map[string][]string{
		"doctor":         {"--demo"},
		"journal list":   {journal},
		"journal show":   {journal, id},
		"journal settle": {journal, id, "--note", "looked"},
		"journal export": {journal},
		"journal prune":  {journal, "--yes"},
		"token new":      {"bob", "--file", callersFile(t)},
		"token list":     {"--file", callersFile(t)},
		"token revoke":   {"alice", "--file", callersFile(t)},
		"tools":          {"--demo"},
		"show":           {"ip_ledger.find_prefix", "--demo"},
		"call":           {"ip_ledger.find_prefix", "site=ams1", "--demo"},
		"lint":           {manifest},
		"diff":           {manifest, manifest},
		"contract":       {"--demo", "--plugin", "ip_ledger"},
		"scaffold":       {"django", "my-plugin"},
		"schema":         {"manifest"},
		"config show":    {"--demo"},
		"version":        {},
	}
	for _, command := range commands(newRoot(&session{})) {
		name := strings.TrimPrefix(command.CommandPath(), "mcp-bridge ")
		t.Run(name, func(t *testing.T) {
			arguments, known := rows[name]
			if !known {
				t.Fatal("nobody says how to run it")
			}
			stdout, stderr, code := run(t, append(append(strings.Fields(name), arguments...), "--json")...)
			if code != 0 || !isJSON(stdout) {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
		})
	}
}

func TestFailuresAreJSONToo(t *testing.T) {
	for name, arguments := range map[string][]string{
		"a tool that is not there": {"show", "ip_ledger.nothing", "--demo"},
		"a refused call":           {"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--demo"},
		"an unsound manifest":      {"diff", "../../adapters/netboxdemo/manifests/legacy_sync.json", "../../adapters/netboxdemo/manifests/ip_ledger.json"},
		"a faulty manifest":        {"lint", "../../adapters/netboxdemo/manifests/legacy_sync.json"},
		"a plugin that fails":      {"contract", "--demo"},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := run(t, append(arguments, "--json")...)
			if code == 0 || !json.Valid([]byte(stdout)) || stderr != "" {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
		})
	}
}

// What an author wrote stays, and does not keep the other files from being made.
func TestAScaffoldLeavesAloneWhatIsThere(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "api", "mcp.py")
	if err := os.MkdirAll(filepath.Dir(mine), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("# mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stderr, code := run(t, "scaffold", "django", "my-plugin", "--dir", folder)
	if text, err := os.ReadFile(mine); err != nil || string(text) != "# mine" {
		t.Errorf("the author's file is %q, %v", text, err)
	}
	if code != 0 || strings.Count(stderr, "wrote ") != 2 || !strings.Contains(stderr, "left alone "+mine) {
		t.Errorf("ended with %d, said %q", code, stderr)
	}
}

// A name that cannot be read leaves the other files as they were.
func TestNothingIsMendedUnlessAllCanBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manifest.json")
	text, err := os.ReadFile("../../adapters/netboxdemo/manifests/ip_ledger.json")
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"readOnlyHint": true`), []byte(`"readOnlyHint": false`), 1)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, stderr, code := run(t, "lint", "--fix", path, filepath.Join(t.TempDir(), "nothing.json"))
	if after, err := os.ReadFile(path); code != 2 || err != nil || !bytes.Equal(after, text) {
		t.Errorf("ended with %d, said %q, left %q, %v", code, stderr, after, err)
	}
	if _, stderr, code := run(t, "lint", "--fix", path); code != 0 || !strings.Contains(stderr, "1 mended") {
		t.Errorf("alone: ended with %d, said %q", code, stderr)
	}
}

func TestFlagsThatKnowTheirValuesCompleteThem(t *testing.T) {
	for line, want := range map[string]string{
		"lint --format ":           "text json sarif junit",
		"contract --format ":       "text json junit html",
		"journal export --format ": "jsonl csv",
		"journal list --outcome ":  "completed previewed refused failed unknown",
		"config show --program ":   "mcp-bridge mcp-bridge-stdio mcp-bridge-http",
		"scaffold ":                "django",
		"schema ":                  "manifest advertisement config",
	} {
		stdout, _, code := run(t, append([]string{"__complete"}, strings.Split(line, " ")...)...)
		offered, _, _ := strings.Cut(stdout, ":")
		if code != 0 || strings.Join(strings.Fields(offered), " ") != want {
			t.Errorf("%q: ended with %d, offered %q", line, code, stdout)
		}
	}
}

// The settings of a service are those that its environment gives it.
func TestTheSettingsOfEachProgramAreShown(t *testing.T) {
	for name, test := range map[string]struct {
		code int
		want *regexp.Regexp
	}{
		"mcp-bridge":       {0, regexp.MustCompile(`LOG_LEVEL +debug +flag`)},
		"mcp-bridge-stdio": {0, regexp.MustCompile(`(?s)BRIDGE_APPROVE.*LOG_LEVEL +debug +flag`)},
		"mcp-bridge-http":  {2, regexp.MustCompile(`NETBOX_MCP_AUTH_TOKEN: .* required`)}, // as the service itself would say
		"bogus":            {2, regexp.MustCompile(`expected mcp-bridge, mcp-bridge-stdio or mcp-bridge-http`)},
	} {
		stdout, stderr, code := run(t, "config", "show", "--demo", "--log-level", "debug", "--program", name)
		if code != test.code || !test.want.MatchString(stdout+stderr) {
			t.Errorf("%s: ended with %d, printed %q, said %q", name, code, stdout, stderr)
		}
	}
}

// What is wrong does not keep the rest from being shown, nor is it shown itself: it
// may be a credential in the wrong place.
func TestTheSettingsAreShownWithAllThatIsWrong(t *testing.T) {
	arguments := []string{"config", "show", "--url", "https://u:hunter2@netbox.example", "--timeout", "hunter2", "--log-format", "json"}
	stdout, stderr, code := run(t, arguments...)
	for _, want := range []string{
		`SETTING +VALUE +FROM +WRONG\n`, `NETBOX_URL +\(set, not shown\) +flag +--url: expected an http`, `NETBOX_TIMEOUT +\(set, not shown\) +flag +--timeout: expected`,
		`LOG_FORMAT +json +flag\n`, `LOG_LEVEL +info +default\n`,
	} {
		if !regexp.MustCompile(want).MatchString(stdout) {
			t.Errorf("%s is missing in %s", want, stdout)
		}
	}
	if code != 2 || stderr != "" || strings.Contains(stdout, "hunter2") {
		t.Errorf("ended with %d, said %q, printed %s", code, stderr, stdout)
	}
	stdout, stderr, code = run(t, append(arguments, "--json")...)
	var rows []struct{ Name, Value, From, Wrong string }
	if err := json.Unmarshal([]byte(stdout), &rows); err != nil || code != 2 || stderr != "" || strings.Count(stdout, `"wrong"`) != 2 || len(rows) < 10 {
		t.Errorf("as JSON: ended with %d, said %q, printed %s", code, stderr, stdout)
	}
}

func TestEverySettingThatIsWrongHasALine(t *testing.T) {
	_, stderr, code := run(t, "tools", "--timeout", "soon", "--log-level", "loud", "--url", "netbox.example")
	if lines := strings.Split(strings.TrimSpace(stderr), "\n"); code != 2 || len(lines) != 2 ||
		!strings.HasPrefix(lines[0], "mcp-bridge: --timeout: ") || !strings.HasPrefix(lines[1], "mcp-bridge: --log-level: ") {
		t.Errorf("ended with %d, said %q", code, stderr)
	}
}

// full is a disk that takes nothing any more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A result that cannot be shown is not a call that was not made.
func TestAnOutputThatFailsIsNoMistakeOfTheCommandLine(t *testing.T) {
	home := t.TempDir()
	env := func(name string) (string, bool) {
		if name == "HOME" {
			return home, true
		}
		return "", false
	}
	for name, test := range map[string]struct {
		code      int
		arguments []string
	}{
		"a listing":       {1, []string{"tools", "--demo"}},
		"a version":       {1, []string{"version", "--json"}},
		"the settings":    {1, []string{"config", "show", "--demo"}},
		"a read":          {1, []string{"call", "ip_ledger.find_prefix", "site=ams1", "--demo"}},
		"a refused write": {3, []string{"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--demo", "--json"}},
	} {
		var messages bytes.Buffer
		s := &session{Console: terminal.Console{In: strings.NewReader(""), Out: full{}, Err: &messages}, env: env}
		if code := execute(t.Context(), s, test.arguments); code != test.code || !strings.Contains(messages.String(), "no space left") {
			t.Errorf("%s: ended with %d, said %q", name, code, messages.String())
		}
	}
}

func TestEmptyArgumentsAreAMistake(t *testing.T) {
	for _, arguments := range [][]string{{"--args-file", "-"}, {"--args-json", ""}} {
		_, stderr, code := run(t, append([]string{"call", "ip_ledger.find_prefix", "--demo"}, arguments...)...)
		if code != 2 || !strings.Contains(stderr, arguments[0]) {
			t.Errorf("%q: ended with %d, said %q", arguments, code, stderr)
		}
	}
}

// An id that cannot be one acknowledges nothing, so the write is not tried with it.
func TestAnAcknowledgementNamesAnEntry(t *testing.T) {
	write := []string{"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--demo", "--dry-run", "--acknowledge-unknown"}
	for id, code := range map[string]int{
		"0192f0e8-3f9a-7c3e-8b1a-2f5d6c7e8f90": 0, "0192F0E8-3F9A-7C3E-8B1A-2F5D6C7E8F90": 0,
		"": 2, "junk": 2, "0192f0e8-3f9a-7c3e-8b1a-2f5d6c7e8f9": 2, "{0192f0e8-3f9a-7c3e-8b1a-2f5d6c7e8f90}": 2,
	} {
		stdout, stderr, ended := run(t, append(write, id)...)
		if ended != code || code == 2 && (stdout != "" || !strings.Contains(stderr, "--acknowledge-unknown: expected the id of an entry")) {
			t.Errorf("%q: ended with %d, printed %q, said %q", id, ended, stdout, stderr)
		}
	}
}

// What a person typed is sent as it is or not at all.
func TestAnArgumentThatIsNotUTF8IsAMistake(t *testing.T) {
	stdout, stderr, code := run(t, "call", "ip_ledger.find_prefix", "site=ams\xff", "--demo")
	if code != 2 || stdout != "" || stderr != "mcp-bridge: the value of site is not UTF-8; see mcp-bridge call --help\n" {
		t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
	}
}

func TestTheVersionIsToldInBothWays(t *testing.T) {
	command, _, _ := run(t, "version")
	if flag, stderr, code := run(t, "--version"); flag != command || stderr != "" || code != 0 || !strings.HasPrefix(command, "mcp-bridge ") {
		t.Errorf("ended with %d, said %q, printed %q and not %q", code, stderr, flag, command)
	}
}

// What is copied from the page of a tool works as it stands.
func TestTheExampleOfAToolCanBePasted(t *testing.T) {
	stdout, _, _ := run(t, "show", "ip_ledger.find_prefix", "--demo", "--timeout", "7")
	_, example, _ := strings.Cut(stdout, "\nEXAMPLE\n  mcp-bridge ")
	pasted := strings.Fields(example)
	if result, stderr, code := run(t, pasted...); code != 0 || !slices.Contains(pasted, "--demo") || slices.Contains(pasted, "--timeout") {
		t.Errorf("%q ended with %d, printed %q, said %q", example, code, result, stderr)
	}
}

func TestAScaffoldTellsInJSONWhatItWrote(t *testing.T) {
	folder := t.TempDir()
	stdout, _, code := run(t, "scaffold", "django", "my-plugin", "--dir", folder, "--json")
	var written []string
	if err := json.Unmarshal([]byte(stdout), &written); err != nil || code != 0 || len(written) != 3 || !strings.HasPrefix(written[0], folder) {
		t.Errorf("ended with %d, printed %q", code, stdout)
	}
}
