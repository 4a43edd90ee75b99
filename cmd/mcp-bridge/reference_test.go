package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpbridge/adapters/config"
)

var update = flag.Bool("update", false, "write the reference anew")

func TestReferenceIsCurrent(t *testing.T) {
	const path = "../../docs/mcp-bridge.md"
	if *update {
		if err := os.WriteFile(path, []byte(reference()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if page, err := os.ReadFile(path); err != nil || string(page) != reference() {
		t.Errorf("%s is not what the commands say; run make docs (%v)", path, err)
	}
}

// reference is docs/mcp-bridge.md as the commands have it.
func reference() string {
	var page strings.Builder
	page.WriteString(`# The command mcp-bridge

Made from the commands in cmd/mcp-bridge by ` + "`make docs`" + `; do not edit it here.

For those who operate the bridge and those who write plugins for it. A shell
completes its command lines after ` + "`mcp-bridge completion bash`" + ` (or zsh, fish,
powershell); ` + "`mcp-bridge completion bash --help`" + ` says how.

| command | what it does |
|---|---|
`)
	all := commands(newRoot(&session{}))
	for _, command := range all {
		fmt.Fprintf(&page, "| [%s](#%s) | %s |\n", command.CommandPath(), strings.ReplaceAll(command.CommandPath(), " ", "-"), command.Short)
	}
	page.WriteString(`
## Output

Results go to standard output. Messages, questions and the progress of a scan go
to standard error; the latter two only at a terminal. Colours are for terminals,
each stream by itself, and never where ` + "`NO_COLOR`" + ` is set.

Every command takes ` + "`--json`" + `. A call that is refused or fails, and a tool or
plugin that is not there, are JSON as well, with ` + "`outcome`, `code` and `message`" + `
([errors.md](errors.md)). An error of the command line is one line of text on
standard error, and so is each setting that is wrong. ` + "`completion`" + ` prints a script for a shell and no JSON.

| ` + "`--format`" + ` | of | for |
|---|---|---|
| ` + "`text`" + ` | lint, contract | people |
| ` + "`json`" + ` | lint, contract | programs; the same as ` + "`--json`" + ` |
| ` + "`sarif`" + ` | lint | code scanning, which marks the line in a pull request |
| ` + "`junit`" + ` | lint, contract | the test reports of CI systems |
| ` + "`html`" + ` | contract | a page to hand on |

## Exit codes

| code | meaning |
|---|---|
`)
	for _, row := range exitCodes() {
		fmt.Fprintf(&page, "| %d | %s |\n", row.code, row.meaning)
	}
	for _, command := range all {
		page.WriteString(entry(command))
	}
	return page.String()
}

// entry is one command of the reference.
func entry(command *cobra.Command) string {
	var text strings.Builder
	about := command.Long
	if about == "" {
		about = command.Short + "."
	}
	fmt.Fprintf(&text, "\n## %s\n\n%s\n\n```text\n%s\n```\n", command.CommandPath(), about, command.UseLine())
	if command.Example != "" {
		fmt.Fprintf(&text, "\n```sh\n%s\n```\n", unindented(command.Example))
	}
	text.WriteString(flagTable(command))
	return text.String()
}

// flagTable is the flags of the command's own; the settings have a page.
func flagTable(command *cobra.Command) string {
	settings := pflag.NewFlagSet("", pflag.ContinueOnError)
	config.Register(settings, config.CLI)
	var rows strings.Builder
	takesSettings := false
	command.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		switch {
		case settings.Lookup(f.Name) != nil:
			takesSettings = true
		case f.Name != "help":
			name, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(&rows, "| `%s` | %s |\n", strings.TrimSpace("--"+f.Name+" "+name), usage)
		}
	})
	var text strings.Builder
	if rows.Len() > 0 {
		text.WriteString("\n| flag | meaning |\n|---|---|\n" + rows.String())
	}
	if takesSettings {
		text.WriteString("\nIt also takes the flags of [all programs](settings.md#all-programs).\n")
	}
	return text.String()
}

func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
