package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/terminal"
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

// commands are all that can be run, in the order of the help, under their whole
// names.
func commands(command *cobra.Command) []*cobra.Command {
	var found []*cobra.Command
	if command.Runnable() && command.HasParent() {
		found = append(found, command)
	}
	for _, child := range command.Commands() {
		found = append(found, commands(child)...)
	}
	return found
}

// A command without a row fails the test. Completion is not among them: cobra
// adds it, and what it prints is a script for a shell to read.
func TestEveryCommandAnswersInJSON(t *testing.T) {
	const manifest = "../../adapters/netboxdemo/manifests/ip_ledger.json"
	rows := map[string][]string{
		"tools":       {"--demo"},
		"show":        {"ip_ledger.find_prefix", "--demo"},
		"call":        {"ip_ledger.find_prefix", "site=ams1", "--demo"},
		"lint":        {manifest},
		"diff":        {manifest, manifest},
		"contract":    {"--demo", "--plugin", "ip_ledger"},
		"scaffold":    {"django", "my-plugin"},
		"schema":      {"manifest"},
		"config show": {"--demo"},
		"version":     {},
	}
	for _, command := range commands(newRoot(&session{})) {
		name := strings.TrimPrefix(command.CommandPath(), "mcp-bridge ")
		t.Run(name, func(t *testing.T) {
			arguments, known := rows[name]
			if !known {
				t.Fatal("nobody says how to run it")
			}
			stdout, stderr, code := run(t, append(append(strings.Fields(name), arguments...), "--json")...)
			if code != 0 || !json.Valid([]byte(stdout)) {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
		})
	}
}

func TestFailuresAreJSONToo(t *testing.T) {
	for name, arguments := range map[string][]string{
		"a tool that is not there": {"show", "ip_ledger.nothing", "--demo"},
		"a refused call":           {"call", "ip_ledger.reserve_prefix", "prefix=10.1.0.0/24", "site=ams1", "--demo"},
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

func TestAScaffoldTellsInJSONWhatItWrote(t *testing.T) {
	folder := t.TempDir()
	stdout, _, code := run(t, "scaffold", "django", "my-plugin", "--dir", folder, "--json")
	var written []string
	if err := json.Unmarshal([]byte(stdout), &written); err != nil || code != 0 || len(written) != 3 || !strings.HasPrefix(written[0], folder) {
		t.Errorf("ended with %d, printed %q", code, stdout)
	}
}
