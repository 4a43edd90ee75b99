package mcpserver

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxSurfaceBytes is what a client may have to read to know the two tools.
const maxSurfaceBytes = 6 << 10

var update = flag.Bool("update", false, "write the golden files anew")

func TestSurfaceIsTheGoldenOne(t *testing.T) {
	session := connect(t, &world{}, "")
	result, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	compact, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	if len(compact) >= maxSurfaceBytes {
		t.Errorf("tools/list has %d bytes, the budget is %d", len(compact), maxSurfaceBytes)
	}
	var shown bytes.Buffer
	if err := json.Indent(&shown, compact, "", "  "); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "tools_list.json")
	if *update {
		if err := os.WriteFile(golden, shown.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(shown.Bytes(), want) {
		t.Errorf("tools/list is not %s; if that is intended, run this test with -update\n%s", golden, shown.Bytes())
	}
}

func TestSurfaceHasHonestAnnotations(t *testing.T) {
	tools := map[string]*mcp.Tool{}
	for _, tool := range []*mcp.Tool{listToolsTool(), callToolTool()} {
		tools[tool.Name] = tool
	}
	list, call := tools["plugin_list_tools"].Annotations, tools["plugin_call_tool"].Annotations
	if !list.ReadOnlyHint || *list.DestructiveHint || !*list.OpenWorldHint {
		t.Errorf("plugin_list_tools: %+v", list)
	}
	if call.ReadOnlyHint || !*call.DestructiveHint || call.IdempotentHint || !*call.OpenWorldHint {
		t.Errorf("plugin_call_tool: %+v", call)
	}
}

// The schemas that clients see and the reader of the arguments name the same
// members.
func TestSchemasAndReadersAgree(t *testing.T) {
	for name, test := range map[string]struct {
		schema string
		read   func([]byte) error
	}{
		ListTool: {listInput, func(raw []byte) error { _, err := readListRequest(raw); return err }},
		CallTool: {callInput, func(raw []byte) error { _, err := readCallRequest(raw); return err }},
	} {
		var schema struct {
			Properties map[string]any
			Required   []string
		}
		if err := json.Unmarshal([]byte(test.schema), &schema); err != nil {
			t.Fatal(err)
		}
		values := map[string]any{"plugin": "p", "tool": "t", "arguments": map[string]any{}, "dry_run": true, "header": []string{}, "token": "x", "acknowledge_unknown": "x"}
		all, required := map[string]any{}, map[string]any{}
		for member := range schema.Properties {
			all[member] = values[member]
			if slices.Contains(schema.Required, member) {
				required[member] = values[member]
			}
		}
		for _, members := range []map[string]any{all, required} {
			raw, _ := json.Marshal(members)
			if err := test.read(raw); err != nil {
				t.Errorf("%s refuses %s: %v", name, raw, err)
			}
		}
		for member := range required {
			fewer := map[string]any{}
			for other, value := range required {
				if other != member {
					fewer[other] = value
				}
			}
			raw, _ := json.Marshal(fewer)
			if err := test.read(raw); err == nil {
				t.Errorf("%s accepts %s without %s", name, raw, member)
			}
		}
	}
}
