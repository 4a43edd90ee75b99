package config

import "strings"

// helpColumns is the width of the help.
const helpColumns = 100

// Usage is the help of a program.
func Usage(binary Binary) string {
	return firstUse(binary) + `
Flags (and the environment variable that says the same):
` + flagsOf(binary).FlagUsagesWrapped(helpColumns) + `
A flag wins over the environment, that over the profile, that over the default.
A token has no flag of its own, which ps would show: its flag names a file.
Profiles are read from $XDG_CONFIG_HOME/netbox-sdk/config.json.
`
}

// firstUse leads from nothing to a first answer, and from there to the
// operator's own NetBox.
func firstUse(binary Binary) string {
	about, demo, yours := `serves the tools of NetBox plugins to an MCP client over standard
input and output.`, `  PROGRAM --demo --selftest     check it and end
  PROGRAM --demo                serve the demo`, `  export NETBOX_URL=https://netbox.example.org
  export NETBOX_TOKEN=...                or: --token-file PATH
  PROGRAM --selftest
  PROGRAM`
	if binary == HTTP {
		about, demo, yours = `serves the tools of NetBox plugins to MCP clients over HTTP.`,
			`  export NETBOX_MCP_AUTH_TOKEN="$(openssl rand -hex 32)"
  PROGRAM --demo                serves http://127.0.0.1:8000/mcp`,
			`  export NETBOX_URL=https://netbox.example.org
  export NETBOX_TOKEN=...                or: --token-file PATH
  export NETBOX_MCP_AUTH_TOKEN=...       or: --auth-token-file PATH
  PROGRAM`
	}
	return strings.ReplaceAll("PROGRAM "+about+`

First use, with a built-in demo and no NetBox:
`+demo+`

With your NetBox; writes stay forbidden until --allow-mutations:
`+yours+"\n", "PROGRAM", binary.String())
}
