package wire

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpbridge/domain"
	"mcpbridge/domain/strictjson"
	"mcpbridge/test/vectors"
)

const example = "example"

// scenario is how a vector is asked over the wire.
type scenario struct {
	documents map[string]string
	tool      string // plugin_list_tools or plugin_call_tool
	arguments map[string]any
	below     string // where the vector's own pointers start in the answer's
	code      string // of the fault that a refusal is
	rule      string // the one rule that the vector is about; "" for all
}

// scenarios is the table of the operations that make sense end to end. The
// others are about configuration, or about answers of a target.
func scenarios() map[string]func(json.RawMessage) (scenario, bool) {
	return map[string]func(json.RawMessage) (scenario, bool){
		"manifest":      reading(manifestServed),
		"advertisement": reading(advertisementServed),
		"schema":        reading(schemaServed),
		"tool-name":     reading(func(name vectors.Text) (scenario, bool) { return member("name", string(name)) }),
		"tool-path":     reading(func(path vectors.Text) (scenario, bool) { return member("path", string(path)) }),
		"date-time":     reading(dateTimeSent),
		"integer":       reading(instanceSent),
		"arguments":     reading(argumentsSent),
		"headers":       reading(headersSent),
		"token":         reading(tokenSent),
	}
}

// reading decodes the input of a scenario.
func reading[In any](scene func(In) (scenario, bool)) func(json.RawMessage) (scenario, bool) {
	return func(input json.RawMessage) (scenario, bool) {
		var in In
		if err := json.Unmarshal(input, &in); err != nil {
			return scenario{}, false
		}
		return scene(in)
	}
}

// document is a JSON document that a vector holds as a value or as text.
type document struct {
	Document json.RawMessage
	Text     vectors.Text
}

func (d document) source() string {
	if d.Document != nil {
		return string(d.Document)
	}
	return string(d.Text)
}

// listed asks for the tools of a plugin whose documents are in question.
func listed(plugin, root, manifest, below, code string) (scenario, bool) {
	return scenario{with(plugin, root, manifest), "plugin_list_tools", map[string]any{"plugin": plugin}, below, code, ""}, true
}

func manifestServed(in struct {
	document
	Plugin string
}) (scenario, bool) {
	return listed(in.Plugin, "", in.source(), "", "manifest_invalid")
}

// Whether an advertisement's link leads to its plugin's manifest is for the
// vectors about links; here it is any link.
func advertisementServed(in document) (scenario, bool) {
	if in.takesPartWithALink() {
		return scenario{}, false
	}
	return listed(example, in.source(), tool(nil), "", "advertisement_invalid")
}

func (d document) takesPartWithALink() bool {
	root, err := strictjson.Parse([]byte(d.source()), domain.RootBounds())
	if err != nil {
		return false
	}
	_, takesPart, err := domain.ParseAdvertisement(root)
	return takesPart && err == nil
}

func schemaServed(in struct {
	document
	Role string
}) (scenario, bool) {
	if in.source() == "null" {
		return scenario{}, false // in a manifest, a null outputSchema is none
	}
	schema := json.RawMessage(in.source())
	changes := map[string]map[string]any{
		"output": {"outputSchema": schema},
		"body":   {"inputSchema": schema},
		"query":  {"inputSchema": schema, "method": "GET", "effect": "read", "annotations": hints(true)},
	}[in.Role]
	if !json.Valid(schema) {
		return scenario{}, false // the manifest as a whole would be malformed
	}
	below := "/tools/0/inputSchema"
	if in.Role == "output" {
		below = "/tools/0/outputSchema"
	}
	return listed(example, "", tool(changes), below, "manifest_invalid")
}

// member puts a text into a tool's descriptor.
func member(name, value string) (scenario, bool) {
	if !utf8.ValidString(value) {
		return scenario{}, false
	}
	return listed(example, "", tool(map[string]any{name: value}), "/tools/0/"+name, "manifest_invalid")
}

// called asks for a dry run of the one tool.
func called(schema json.RawMessage, more map[string]any, below, code string) (scenario, bool) {
	arguments := map[string]any{"plugin": example, "tool": "t", "dry_run": true}
	maps.Copy(arguments, more)
	return scenario{with(example, "", tool(map[string]any{"inputSchema": schema})), "plugin_call_tool", arguments, below, code, ""}, true
}

// anyValue is a closed object with one member v that a schema describes.
func anyValue(schema string) json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{"v":` + schema + `}}`)
}

func dateTimeSent(text vectors.Text) (scenario, bool) {
	if !utf8.ValidString(string(text)) || len(text) > domain.MaxTargetBytes/2 {
		return scenario{}, false
	}
	return called(anyValue(`{"format":"date-time"}`), map[string]any{"arguments": map[string]any{"v": string(text)}}, "/v", "arguments_invalid")
}

func instanceSent(in struct{ Schema, Instance json.RawMessage }) (scenario, bool) {
	arguments := json.RawMessage(`{"v":` + string(in.Instance) + `}`)
	asked, possible := called(anyValue(string(in.Schema)), map[string]any{"arguments": arguments}, "/v", "arguments_invalid")
	asked.rule = "integer"
	return asked, possible
}

// Arguments that are not strict JSON would spoil the message that carries them.
func argumentsSent(in document) (scenario, bool) {
	source := in.source()
	roomy := domain.TargetBounds()
	roomy.Depth, roomy.Nodes = roomy.Depth+1, roomy.Nodes+100
	arguments, err := strictjson.Parse([]byte(source), roomy)
	if err != nil || !arguments.Is(strictjson.Object) || len(source) > domain.MaxTargetBytes/2 {
		return scenario{}, false
	}
	properties := map[string]bool{}
	for _, m := range arguments.Members() {
		properties[m.Name] = true
	}
	known, err := json.Marshal(properties)
	if err != nil {
		return scenario{}, false
	}
	schema := json.RawMessage(`{"type":"object","additionalProperties":false,"properties":` + string(known) + `}`)
	return called(schema, map[string]any{"arguments": json.RawMessage(source)}, "", "arguments_invalid")
}

func headersSent(lines []vectors.Text) (scenario, bool) {
	texts := []string{}
	for _, line := range lines {
		if !utf8.ValidString(string(line)) {
			return scenario{}, false
		}
		texts = append(texts, string(line))
	}
	return called(anyValue("true"), map[string]any{"header": texts}, "", "header_invalid")
}

func tokenSent(text vectors.Text) (scenario, bool) {
	if !utf8.ValidString(string(text)) || strings.ContainsAny(string(text), "\t\x7f") {
		return scenario{}, false // other controls end at the HTTP header, not at the contract
	}
	return called(anyValue("true"), map[string]any{"token": string(text)}, "", "token_invalid")
}

// tool is a manifest with one valid tool, some of whose members are others.
func tool(changes map[string]any) string {
	descriptor := map[string]any{
		"name": "t", "title": "T", "description": "D", "method": "POST", "path": "t/", "effect": "write",
		"inputSchema": json.RawMessage(`{"type":"object","additionalProperties":false}`), "annotations": hints(false),
	}
	maps.Copy(descriptor, changes)
	text, err := json.Marshal(map[string]any{"schema_version": "1", "plugin": example, "tools": []any{descriptor}})
	if err != nil {
		return err.Error() // no manifest, so the vector fails
	}
	return string(text)
}

func hints(readOnly bool) map[string]bool {
	return map[string]bool{"readOnlyHint": readOnly, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}
}

func TestTheScenariosAreOperations(t *testing.T) {
	for name := range scenarios() {
		if _, ok := vectors.Operations()[name]; !ok {
			t.Errorf("there is no operation %s", name)
		}
	}
}
