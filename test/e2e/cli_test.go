package e2e

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// cli runs mcp-bridge and returns what it printed, said and ended with.
func cli(t *testing.T, environment []string, arguments ...string) (stdout, stderr string, code int) {
	t.Helper()
	c := command(t, "mcp-bridge", environment, arguments...)
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	err := c.Run()
	if exit, exited := errors.AsType[*exec.ExitError](err); exited {
		return out.String(), messages.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), messages.String(), 0
}

// Every form of output is a file that a reviewer sees change.
func TestCommandOutputs(t *testing.T) {
	const faulty = "../../adapters/netboxdemo/manifests/legacy_sync.json"
	const sound = "../../adapters/netboxdemo/manifests/ip_ledger.json"
	for _, test := range []struct {
		golden    string
		code      int
		arguments []string
	}{
		{"help.txt", 0, []string{"--help"}},
		{"call.help.txt", 0, []string{"call", "--help"}},
		{"journal.help.txt", 0, []string{"journal", "--help"}},
		{"journal.list.help.txt", 0, []string{"journal", "list", "--help"}},
		{"doctor.txt", 0, []string{"doctor", "--demo"}},
		{"doctor.json", 0, []string{"doctor", "--demo", "--json"}},
		{"tools.txt", 0, []string{"tools", "--demo"}},
		{"tools.json", 0, []string{"tools", "ip_ledger", "--demo", "--json"}},
		{"show.txt", 0, []string{"show", "config_audit.start_audit", "--demo"}},
		{"show.json", 0, []string{"show", "ip_ledger.find_prefix", "--demo", "--json"}},
		{"call.txt", 0, []string{"call", "ip_ledger.find_prefix", "site=ams1", "--demo"}},
		{"call.dry-run.txt", 0, []string{"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--demo", "--dry-run"}},
		{"call.dry-run.json", 0, []string{"call", "ip_ledger.reserve_prefix", "--args-json", `{"prefix": "10.1.0.0/24", "site": "ams1"}`, "--demo", "--dry-run", "--json"}},
		{"config.txt", 0, []string{"config", "show", "--demo"}},
		{"token.help.txt", 0, []string{"token", "--help"}},
		{"token.txt", 0, []string{"token", "list", "--file", "testdata/tokens"}},
		{"token.json", 0, []string{"token", "list", "--file", "testdata/tokens", "--json"}},
		{"lint.txt", 1, []string{"lint", faulty, sound}},
		{"lint.json", 1, []string{"lint", faulty, "--json"}},
		{"lint.sarif", 1, []string{"lint", faulty, "--format", "sarif"}},
		{"lint.junit.xml", 1, []string{"lint", faulty, sound, "--format", "junit"}},
		{"diff.txt", 1, []string{"diff", sound, "testdata/ip_ledger.narrower.json"}},
		{"diff.json", 0, []string{"diff", sound, sound, "--json"}},
		{"contract.txt", 1, []string{"contract", "--demo"}},
		{"contract.json", 0, []string{"contract", "--demo", "--plugin", "ip_ledger", "--json"}},
		{"contract.junit.xml", 1, []string{"contract", "--demo", "--format", "junit"}},
		{"contract.html", 0, []string{"contract", "--demo", "--plugin", "ip_ledger", "--format", "html"}},
	} {
		t.Run(test.golden, func(t *testing.T) {
			stdout, stderr, code := cli(t, nil, test.arguments...)
			if code != test.code || stderr != "" {
				t.Errorf("ended with %d, said %q", code, stderr)
			}
			path := filepath.Join("testdata", test.golden)
			if *update {
				if err := os.WriteFile(path, []byte(stdout), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(path); err != nil || stdout != string(want) {
				t.Errorf("%s is out of date; run make docs and look at the change. Got:\n%s", path, stdout)
			}
		})
	}
}

func TestMachineFormatsAreWellFormed(t *testing.T) {
	found, err := filepath.Glob("testdata/*")
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(path) {
		case ".json", ".sarif":
			if !json.Valid(text) {
				t.Errorf("%s is no JSON", path)
			}
		case ".xml":
			if err := xml.Unmarshal(text, new(struct{})); err != nil {
				t.Errorf("%s is no XML: %v", path, err)
			}
		}
	}
}

func TestExitCodesAndWhatIsSaid(t *testing.T) {
	write := []string{"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--demo"}
	for name, test := range map[string]struct {
		code      int
		says      string
		arguments []string
	}{
		"a gate that is closed":     {3, "gate_closed", write},
		"nobody to ask":             {3, "--yes", slices.Concat(write, []string{"--allow-mutations"})},
		"a write that was agreed":   {0, "completed, HTTP 201, journal ", slices.Concat(write, []string{"--allow-mutations", "--yes"})},
		"bad arguments":             {3, "arguments_invalid", []string{"call", "ip_ledger.utilisation", "--demo"}},
		"no assignment":             {2, "name=value", []string{"call", "ip_ledger.find_prefix", "ams1", "--demo"}},
		"two places of arguments":   {2, "in one place", []string{"call", "ip_ledger.find_prefix", "site=a", "--args-json", "{}", "--demo"}},
		"no tool name":              {2, "PLUGIN.TOOL", []string{"call", "find_prefix", "--demo"}},
		"an unknown tool":           {1, "tool_unknown", []string{"show", "ip_ledger.nothing", "--demo"}},
		"an unknown plugin":         {1, "plugin_not_listed", []string{"tools", "nothing", "--demo"}},
		"no settings":               {2, "NETBOX_URL", []string{"tools"}},
		"too few arguments":         {2, "expected mcp-bridge scaffold django PLUGIN", []string{"scaffold", "django"}},
		"no such schema":            {2, "expected mcp-bridge schema manifest|advertisement|config", []string{"schema", "s3cr3t"}},
		"an unknown command":        {2, "no command bogus", []string{"bogus"}},
		"help on no command":        {2, "no command bogus", []string{"help", "bogus"}},
		"help on no subcommand":     {2, "no command bogus", []string{"help", "journal", "bogus"}},
		"an unknown shell":          {2, "no command tcsh", []string{"completion", "tcsh"}},
		"a page after no entry":     {2, "--before", []string{"journal", "list", "--before", "s3cr3t"}},
		"no folder for a scaffold":  {2, "--dir", []string{"scaffold", "django", "p", "--dir", ""}},
		"an unknown flag":           {2, "--help", []string{"tools", "--tokn=s3cr3t"}},
		"an unknown format":         {2, "sarif", []string{"lint", "-", "--format", "pdf"}},
		"a file that is not there":  {2, "cannot be read", []string{"lint", "nothing.json"}},
		"a URL that does not reply": {1, "source_unreachable", []string{"lint", "http://127.0.0.1:1/api/plugins/x/mcp/"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, stderr, code := cli(t, nil, test.arguments...)
			if code != test.code || !strings.Contains(stderr, test.says) || strings.Contains(stderr, "s3cr3t") {
				t.Errorf("ended with %d, said %q", code, stderr)
			}
		})
	}
}

// A write that the server answers with an error is unknown, and so is the exit.
func TestAnUnknownWriteHasAnExitCodeOfItsOwn(t *testing.T) {
	demo := startDemo(t)
	again := []string{"call", "ip_ledger.reserve_prefix", "prefix=198.51.100.0/26", "site=ams1", "--allow-mutations", "--yes"}
	_, stderr, code := cli(t, reaching(demo), again...)
	if code != 4 || !strings.Contains(stderr, "unknown (response_status)") || !strings.Contains(stderr, "journal: ") {
		t.Errorf("ended with %d, said %q", code, stderr)
	}
}

// The help and the pages say so: what tests plugins is no bridge, and needs a NetBox
// made for tests.
func TestTheContractTestWritesPastGateAndJournal(t *testing.T) {
	demo := startDemo(t)
	journal := filepath.Join(t.TempDir(), "journal.db")
	stdout, stderr, _ := cli(t, reaching(demo, "BRIDGE_JOURNAL=sqlite:"+journal, "NETBOX_MCP_ALLOW_MUTATIONS=0"), "contract", "--allow-writes")
	if len(demo.Applied()) == 0 || stderr != "" {
		t.Errorf("wrote %d times, said %q, printed\n%s", len(demo.Applied()), stderr, stdout)
	}
	if _, err := os.Stat(journal); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a journal: %v", err)
	}
	help, _, _ := cli(t, nil, "contract", "--help")
	if !strings.Contains(strings.Join(strings.Fields(help), " "), "neither gate nor approval stands before them and they are in no journal") {
		t.Errorf("the help does not say so:\n%s", help)
	}
}

func TestAURLOfTheConfiguredNetBoxIsAskedForWithTheToken(t *testing.T) {
	demo := startDemo(t)
	manifest := demo.URL() + "/api/plugins/ip_ledger/mcp/"
	if stdout, stderr, code := cli(t, reaching(demo), "lint", manifest); code != 0 || !strings.Contains(stdout, "a sound manifest") {
		t.Errorf("lint ended with %d, printed %q, said %q", code, stdout, stderr)
	}
	if stdout, stderr, code := cli(t, reaching(demo), "diff", manifest, "testdata/ip_ledger.narrower.json"); code != 1 || !strings.Contains(stdout, "Callers break.") {
		t.Errorf("diff ended with %d, printed %q, said %q", code, stdout, stderr)
	}
}

// No document of a stranger, not even a second one, is asked for with the token,
// and a document of the configured NetBox still is.
func TestNoStrangerIsToldTheToken(t *testing.T) {
	demo := startDemo(t)
	configured := demo.URL() + "/api/plugins/ip_ledger/mcp/"
	var asked, told int
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Header.Get("Authorization") != "" {
			told++
		}
		http.ServeFile(w, r, "../../adapters/netboxdemo/manifests/ip_ledger.json")
	}))
	t.Cleanup(stranger.Close)
	foreign := stranger.URL + "/api/plugins/ip_ledger/mcp/"
	for _, arguments := range [][]string{
		{"lint", foreign, foreign, configured},
		{"diff", foreign, foreign},
		{"diff", foreign, configured},
	} {
		if _, stderr, code := cli(t, reaching(demo), arguments...); code != 0 {
			t.Errorf("%s ended with %d, said %q", arguments[0], code, stderr)
		}
	}
	if asked != 5 || told > 0 {
		t.Errorf("the stranger was asked %d times and told a token %d times", asked, told)
	}
}

func TestDiffReadsStandardInput(t *testing.T) {
	const sound = "../../adapters/netboxdemo/manifests/ip_ledger.json"
	text, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		code      int
		arguments []string
	}{
		"the old one": {1, []string{"diff", "-", "testdata/ip_ledger.narrower.json"}},
		"the new one": {0, []string{"diff", sound, "-"}},
		"both":        {2, []string{"diff", "-", "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := command(t, "mcp-bridge", nil, test.arguments...)
			c.Stdin = bytes.NewReader(text)
			_ = c.Run() // the code says how it ended
			if code := c.ProcessState.ExitCode(); code != test.code {
				t.Errorf("ended with %d", code)
			}
		})
	}
}

func TestLintFixesTheFile(t *testing.T) {
	text, err := os.ReadFile("../../adapters/netboxdemo/manifests/ip_ledger.json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "manifest.json")
	if err := os.WriteFile(path, bytes.Replace(text, []byte(`"prefixes/"`), []byte(`"prefixes"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, code := cli(t, nil, "lint", path); code != 1 {
		t.Errorf("before: ended with %d", code)
	}
	if _, stderr, code := cli(t, nil, "lint", "--fix", path); code != 0 || !strings.Contains(stderr, "1 mended") {
		t.Errorf("ended with %d, said %q", code, stderr)
	}
	if fixed, err := os.ReadFile(path); err != nil || !bytes.Equal(fixed, text) {
		t.Errorf("%v: %s", err, fixed)
	}
}

// The doctor's findings are its answer, so they go to standard output.
func TestTheDoctorsExitCodes(t *testing.T) {
	demo := startDemo(t)
	for name, test := range map[string]struct {
		environment []string
		code        int
		finds       string
	}{
		"nothing":         {reaching(demo), 0, "accepted as the user demo"},
		"a bad token":     {append(reaching(demo), "NETBOX_TOKEN=nbt_abc.s3cr3t"), 1, "refuses with HTTP 403"},
		"a bad base path": {append(reaching(demo), "NETBOX_URL="+demo.URL()+"/netbox"), 1, "/netbox/api/ answers HTTP 404"},
		"nobody":          {append(reaching(demo), "NETBOX_URL=http://127.0.0.1:1"), 1, "the connection was refused"},
		"no settings":     {nil, 2, "NETBOX_URL"},
		"a bad journal":   {append(reaching(demo), "BRIDGE_JOURNAL=sqlite:/proc/none/journal.db"), 1, "journal_unusable"},
		"a new journal":   {reaching(demo), 0, "none yet; the first program to start will make "},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := cli(t, test.environment, "doctor")
			if code != test.code || !strings.Contains(stdout, test.finds) || stderr != "" {
				t.Errorf("ended with %d, said %q, printed\n%s", code, stderr, stdout)
			}
			for _, token := range []string{"s3cr3t", demo.Token()} {
				if strings.Contains(stdout, token) {
					t.Errorf("printed the token:\n%s", stdout)
				}
			}
		})
	}
}

func TestCompletionForEveryShell(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if stdout, _, code := cli(t, nil, "completion", shell); code != 0 || !strings.Contains(stdout, "mcp-bridge") {
			t.Errorf("%s: ended with %d", shell, code)
		}
	}
}
