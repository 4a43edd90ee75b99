package e2e

import (
	"bytes"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"mcpbridge/adapters/netboxdemo"
)

// atTerminal starts a command at a terminal, for those of its streams that lead
// nowhere yet, and types for it. It returns what the terminal showed and how
// the command ended.
func atTerminal(t *testing.T, c *exec.Cmd, typed string) (shown string, code int) {
	t.Helper()
	terminal, err := pty.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	if _, err := terminal.WriteString(typed); err != nil {
		t.Fatal(err)
	}
	// A terminal whose last program has ended answers EIO.
	output, err := io.ReadAll(terminal)
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	err = c.Wait()
	if exit, exited := errors.AsType[*exec.ExitError](err); exited {
		return string(output), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(output), 0
}

// interactive is a command whose three streams are free for a terminal.
func interactive(t *testing.T, environment []string, arguments ...string) *exec.Cmd {
	t.Helper()
	c := command(t, "mcp-bridge", append([]string{"TERM=xterm"}, environment...), arguments...)
	c.Stderr = nil
	return c
}

// coloured finds a sequence that selects a colour (ECMA-48, SGR).
func coloured(text string) bool { return regexp.MustCompile(`\x1b\[[0-9;]*m`).MatchString(text) }

func TestColoursAreForTerminals(t *testing.T) {
	result := []string{"tools", "ip_ledger", "--demo"}
	failure := []string{"show", "ip_ledger.nothing", "--demo"}
	for name, test := range map[string]struct {
		environment []string
		arguments   []string
		coloured    bool
	}{
		"a result":             {nil, result, true},
		"a message":            {nil, failure, true},
		"result, NO_COLOR":     {[]string{"NO_COLOR=1"}, result, false},
		"message, NO_COLOR":    {[]string{"NO_COLOR=1"}, failure, false},
		"an empty NO_COLOR":    {[]string{"NO_COLOR="}, result, true},
		"a terminal without":   {[]string{"TERM=dumb"}, result, false},
		"JSON is for programs": {nil, append(result, "--json"), false},
	} {
		t.Run(name, func(t *testing.T) {
			shown, _ := atTerminal(t, interactive(t, test.environment, test.arguments...), "")
			if !strings.Contains(shown, "ip_ledger") || coloured(shown) != test.coloured {
				t.Errorf("%q", shown)
			}
		})
	}
}

// Each stream is judged by itself: the other one may be a terminal.
func TestAPipeIsNeverColouredNorOverwritten(t *testing.T) {
	var piped bytes.Buffer
	c := interactive(t, nil, "tools", "--demo")
	c.Stdout = &piped
	if shown, _ := atTerminal(t, c, ""); !strings.Contains(piped.String(), "ip_ledger") || strings.Contains(piped.String(), "\x1b") || !strings.Contains(shown, "plugins read") {
		t.Errorf("results %q, terminal %q", piped.String(), shown)
	}
	piped.Reset()
	c = interactive(t, nil, "show", "ip_ledger.nothing", "--demo")
	c.Stderr = &piped
	if _, code := atTerminal(t, c, ""); code != 1 || !strings.Contains(piped.String(), "tool_unknown") || strings.Contains(piped.String(), "\x1b") {
		t.Errorf("ended with %d, messages %q", code, piped.String())
	}
}

func TestProgressShowsAtATerminalAndIsWiped(t *testing.T) {
	shown, _ := atTerminal(t, interactive(t, nil, "tools", "--demo"), "")
	scan, table, wiped := strings.Cut(shown, "\r\x1b[K")
	if !wiped || !strings.Contains(scan, "\r5 of 5 plugins read") || strings.Contains(table, "plugins read") {
		t.Errorf("%q", shown)
	}
	if stdout, stderr, _ := cli(t, nil, "tools", "--demo"); strings.Contains(stdout+stderr, "plugins read") {
		t.Errorf("without a terminal: %q %q", stdout, stderr)
	}
}

func TestAWriteAsksAtATerminal(t *testing.T) {
	for name, test := range map[string]struct {
		typed string
		more  []string
		code  int
		sent  int
		shows string
	}{
		"yes":             {"y\n", nil, 0, 1, "Send it? [y/N]"},
		"no":              {"n\n", nil, 3, 0, "approval_refused"},
		"Enter alone":     {"\n", nil, 3, 0, "approval_refused"},
		"the input's end": {"\x04", nil, 3, 0, "approval_refused"},
		"agreed before":   {"", []string{"--yes"}, 0, 1, "completed"},
		"a dry run":       {"", []string{"--dry-run"}, 0, 0, "nothing was sent"},
	} {
		t.Run(name, func(t *testing.T) {
			demo := startDemo(t)
			arguments := append([]string{"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--allow-mutations"}, test.more...)
			shown, code := atTerminal(t, interactive(t, reaching(demo), arguments...), test.typed)
			if code != test.code || len(demo.Applied()) != test.sent || !strings.Contains(shown, test.shows) {
				t.Errorf("ended with %d, %d sent, showed %q", code, len(demo.Applied()), shown)
			}
		})
	}
}

func TestAReadDoesNotAsk(t *testing.T) {
	shown, code := atTerminal(t, interactive(t, nil, "call", "ip_ledger.find_prefix", "site=ams1", "--demo"), "")
	if code != 0 || strings.Contains(shown, "[y/N]") {
		t.Errorf("ended with %d, showed %q", code, shown)
	}
}

// A call, however its arguments are given, is the plugin listing, the plugin's
// root, its manifest and the tool's own request: the inputSchema that typed
// arguments are read by is that of the same discovery.
func TestACallDiscoversOnce(t *testing.T) {
	for name, arguments := range map[string][]string{
		"typed": {"site=ams1"},
		"JSON":  {"--args-json", `{"site": "ams1"}`},
	} {
		t.Run(name, func(t *testing.T) {
			demo := startDemo(t)
			if _, stderr, code := cli(t, reaching(demo), append([]string{"call", "ip_ledger.find_prefix"}, arguments...)...); code != 0 {
				t.Fatalf("ended with %d, said %q", code, stderr)
			}
			if got := paths(demo.Requests()); len(got) != 4 {
				t.Errorf("%d requests: %q", len(got), got)
			}
		})
	}
}

func paths(requests []netboxdemo.Request) []string {
	found := make([]string, len(requests))
	for i, r := range requests {
		found[i] = r.Path
	}
	return found
}
