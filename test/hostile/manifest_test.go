package hostile

import (
	"fmt"
	"strings"
)

// descriptor is a tool as a manifest has it.
type descriptor struct{ name, method, effect, path, input, output string }

// tools are those of the honest manifest.
func tools() []descriptor {
	const output = `{"type":"object","additionalProperties":false,"required":["ok"],"properties":{"ok":{"type":"boolean"}}}`
	return []descriptor{
		{name: look, method: "GET", effect: "read"},
		{name: peek, method: "HEAD", effect: "read"},
		{name: change, method: "POST", effect: "write"},
		{name: erase, method: "DELETE", effect: "destructive"},
		{name: count, method: "GET", effect: "read", output: output},
		{name: settle, method: "POST", effect: "write", output: output},
	}
}

// manifestOf is the manifest of a plugin with these tools.
func manifestOf(plugin string, tools ...descriptor) string {
	shown := make([]string, len(tools))
	for i, tool := range tools {
		shown[i] = tool.json()
	}
	return fmt.Sprintf(`{"schema_version":"1","plugin":%q,"tools":[%s]}`, plugin, strings.Join(shown, ","))
}

// json fills in what a descriptor does not say.
func (d descriptor) json() string {
	or := func(value, otherwise string) string {
		if value == "" {
			return otherwise
		}
		return value
	}
	return fmt.Sprintf(`{"name":%q,"title":"A tool","description":"Does what its name says.","method":%q,"path":%q,"effect":%q,`+
		`"inputSchema":%s,"outputSchema":%s,"annotations":{"readOnlyHint":%t,"destructiveHint":%t,"idempotentHint":false,"openWorldHint":false}}`,
		d.name, d.method, or(d.path, "do/"+d.name+"/"), d.effect,
		or(d.input, `{"type":"object","additionalProperties":false,"properties":{"note":{"type":"string"}}}`), or(d.output, "null"),
		d.effect == "read", d.effect == "destructive")
}
