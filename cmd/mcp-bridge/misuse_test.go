package main

import (
	"strings"
	"testing"
)

// What is wrong with a command line is said as it is, with what may have been meant
// and where to read on.
func TestMistakesOfTheCommandLine(t *testing.T) {
	for line, want := range map[string]string{
		"tols --demo":                          "there is no command tols (did you mean tools?); see mcp-bridge --help",
		"tols":                                 "there is no command tols (did you mean tools?); see mcp-bridge --help",
		"bogus --demo":                         "there is no command bogus; see mcp-bridge --help",
		"config shw --demo":                    "there is no command shw (did you mean show?); see mcp-bridge config --help",
		"journal lst --limit 1":                "there is no command lst (did you mean list?); see mcp-bridge journal --help",
		"help tols":                            "there is no command tols (did you mean tools?); see mcp-bridge --help",
		"help journal lst":                     "there is no command lst (did you mean list?); see mcp-bridge journal --help",
		"--demo tools":                         "--demo comes after the command, as in mcp-bridge COMMAND --demo; see mcp-bridge --help",
		"--bogus":                              "there is no flag --bogus; see mcp-bridge --help",
		"--jsn tools":                          "there is no flag --jsn (did you mean --json?); see mcp-bridge --help",
		"tools --dmo":                          "there is no flag --dmo (did you mean --demo?); see mcp-bridge tools --help",
		"call a.b --dryrun":                    "there is no flag --dryrun (did you mean --dry-run?); see mcp-bridge call --help",
		"tools --token s3cr3t":                 "there is no flag --token (did you mean --token-file, --token-key or --token-secret-file?); see mcp-bridge tools --help",
		"tools --S3CR3T":                       "there is no such flag; see mcp-bridge tools --help",
		"tools -demo":                          "a flag starts with two dashes (did you mean --demo?); see mcp-bridge tools --help",
		"tools --=s3cr3t":                      "a flag's name is missing after two dashes; see mcp-bridge tools --help",
		"tools --url":                          "--url: expected a value; see mcp-bridge tools --help",
		"journal list --limit s3cr3t":          "--limit: expected a whole number; see mcp-bridge journal list --help",
		"call a.b --yes=s3cr3t":                "--yes: expected true or false, or no value for true; see mcp-bridge call --help",
		"contract --plugin \"":                 "--plugin: expected values with commas between them; see mcp-bridge contract --help",
		"show":                                 "expected mcp-bridge show PLUGIN.TOOL [flags]; see mcp-bridge show --help",
		"show s3cr3t":                          "expected a tool as PLUGIN.TOOL, such as ip_ledger.find_prefix; see mcp-bridge show --help",
		"lint x --format pdf":                  "--format: expected text, json, sarif or junit; see mcp-bridge lint --help",
		"lint x --json --format sarif":         "expected only one of --json and --format; see mcp-bridge lint --help",
		"contract --demo --json --format html": "expected only one of --json and --format; see mcp-bridge contract --help",
		"call a.b x":                           "an argument is written name=value or name:=JSON; see mcp-bridge call --help",
		"lint --advertisement -":               "", // is none
		"lint --advertisement --manifest -":    "expected only one of --advertisement and --manifest; see mcp-bridge lint --help",
	} {
		stdout, stderr, code := run(t, strings.Split(line, " ")...)
		if want != "" && (code != 2 || stdout != "" || stderr != "mcp-bridge: "+want+"\n") || want == "" && code == 2 {
			t.Errorf("%s\nended with %d, printed %q, said %q\nwant %q", line, code, stdout, stderr, want)
		}
	}
}
