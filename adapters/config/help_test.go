package config

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	for _, binary := range []Binary{Stdio, HTTP} {
		compareGolden(t, filepath.Join("testdata", binary.String()+".help.txt"), Usage(binary), "run go test ./adapters/config -run TestHelp -update and look at the change")
	}
}

func TestSettingsDoc(t *testing.T) {
	compareGolden(t, filepath.Join("..", "..", "docs", "settings.md"), settingsDoc(), "run make docs")
}

func TestEverySettingHasNamesOfItsOwn(t *testing.T) {
	var flags, variables []string
	for _, row := range all() {
		if row.flag == "" || row.env == "" || row.help == "" || row.expects == "" || row.only == 0 || row.parse == nil {
			t.Errorf("an incomplete row: %+v", row)
		}
		flags, variables = append(flags, row.flag), append(variables, row.env)
	}
	for _, names := range [][]string{flags, variables} {
		slices.Sort(names)
		if len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("a name occurs twice in %q", names)
		}
	}
}

// settingsDoc is docs/settings.md.
func settingsDoc() string {
	var doc strings.Builder
	doc.WriteString(docBefore)
	for _, group := range []struct {
		title string
		only  Binary
	}{{"All programs", every}, {"`mcp-bridge-stdio` and `mcp-bridge-http`", both}, {"`mcp-bridge-http` alone", HTTP}, {"`mcp-bridge-stdio` alone", Stdio}} {
		doc.WriteString("\n## " + group.title + "\n\n| flag | environment | profile | default | expected | meaning |\n|---|---|---|---|---|---|\n")
		for _, row := range all() {
			if row.only&^Ledger == group.only {
				doc.WriteString(docLine(row))
			}
		}
	}
	doc.WriteString(docAfter)
	return doc.String()
}

func docLine(row setting) string {
	flag, profile, byDefault, help := row.flag, row.profile.name, row.byDefault, row.help
	if row.metavar != "" {
		flag += " " + row.metavar
	}
	if profile != "" {
		profile = "`" + profile + "`"
	}
	if row.profile.version != "" {
		profile += " (" + row.profile.version + ")"
	}
	if byDefault != "" {
		byDefault = "`" + byDefault + "`"
	}
	if row.holds == secret {
		help += "; the variable holds it, the flag names a file that does"
	}
	return "| `--" + flag + "` | `" + row.env + "` | " + profile + " | " + byDefault + " | " + row.expects + " | " + help + " |\n"
}

const docBefore = `# Settings

Made from the table in adapters/config/table.go by ` + "`make docs`" + `; do not edit it here.

Every setting has one flag and one environment variable, and some have a place
in a profile. A flag wins over the environment, the environment over the
profile, the profile over the default. A value that does not hold stops the
start with one line that names the setting and says what is expected.

- A switch is on as ` + "`--demo`" + ` and off as ` + "`--demo=false`" + `.
- An environment variable that is empty or blank counts as not set.
- A credential has no flag of its own, because every user of a machine can see
  flags. Its variable holds it; its flag names a file that holds it, and a line
  end after it is cut off. No credential is ever printed.
`

const docAfter = `
## NetBox's credential

Give either a whole token, or a v2 token's key and secret, or nothing where
NetBox lets anyone read. Key and secret become ` + "`nbt_KEY.SECRET`" + `. The parts of a
credential must come from the same source, and the highest source that has any
part replaces all of those below it: ` + "`NETBOX_TOKEN`" + ` in the environment makes the
profile's key and secret irrelevant.

## Profiles

The profile file is ` + "`$XDG_CONFIG_HOME/netbox-sdk/config.json`" + `, by default
` + "`~/.config/netbox-sdk/config.json`" + `; if there is none, the one in the older
directory ` + "`netbox-cli`" + ` is read.

` + "```json" + `
{
  "profiles": {
    "default": {
      "base_url": "https://netbox.example.org",
      "token_version": "v2",
      "token_key": "KEY",
      "token_secret": "SECRET",
      "timeout": 30.0,
      "ssl_verify": true
    }
  }
}
` + "```" + `

` + "`token_version`" + ` is v2 unless it says v1, which takes ` + "`token_secret`" + ` as the whole
token. Other members are left alone. A file without ` + "`profiles`" + ` is itself the
profile ` + "`default`" + `. A file or a profile that does not exist matters only if the
profile was asked for by name. A file that other users can read or change gets
a warning.

## Demo

A demo reaches no NetBox: no profile is read, and a variable that tells of a
NetBox goes unused, with a warning. A flag that tells of one is refused beside
it.
`
