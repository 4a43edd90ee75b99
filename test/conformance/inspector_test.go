//go:build conformance

package conformance

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"
)

// TestInspector drives both binaries with the inspector's command line, over
// the revision with a handshake and the one without (2026-07-28).
func TestInspector(t *testing.T) {
	transports := []struct {
		name      string
		arguments func(t *testing.T) (inspector, server []string)
	}{
		{"stdio", func(*testing.T) ([]string, []string) {
			return nil, []string{"--", filepath.Join(binaries, "mcp-bridge-stdio"), "--demo"}
		}},
		{"http", func(t *testing.T) ([]string, []string) {
			return []string{serveHTTP(t), "--transport", "http", "--header", "Authorization: Bearer " + authToken}, nil
		}},
	}
	for _, transport := range transports {
		t.Run(transport.name, func(t *testing.T) {
			before, after := transport.arguments(t)
			for _, era := range []string{"legacy", "modern"} {
				inspect := func(t *testing.T, arguments ...string) []byte {
					return node(t, "node_modules/.bin/mcp-inspector",
						slices.Concat([]string{"--cli"}, before, []string{"--protocol-era", era}, arguments, after)...)
				}
				t.Run(era+"/list", func(t *testing.T) { requireTheTwoTools(t, inspect(t, "--method", "tools/list", "--strict")) })
				t.Run(era+"/call", func(t *testing.T) {
					requirePluginTools(t, inspect(t, "--method", "tools/call", "--tool-name", "plugin_list_tools"))
				})
			}
		})
	}
}

// requireTheTwoTools checks a tools/list result: the surface never changes
// (contract section 1).
func requireTheTwoTools(t *testing.T, output []byte) {
	t.Helper()
	var result struct {
		Tools []struct{ Name string }
	}
	if err := json.Unmarshal(output, &result); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	var names []string
	for _, tool := range result.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if want := []string{"plugin_call_tool", "plugin_list_tools"}; !slices.Equal(names, want) {
		t.Errorf("tools/list shows %q, want %q", names, want)
	}
}

// requirePluginTools checks a result of plugin_list_tools: the demo's plugins
// have tools.
func requirePluginTools(t *testing.T, output []byte) {
	t.Helper()
	var result struct {
		IsError           bool
		StructuredContent struct{ Tools []any }
	}
	if err := json.Unmarshal(output, &result); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if result.IsError || len(result.StructuredContent.Tools) == 0 {
		t.Errorf("plugin_list_tools found no tools:\n%s", output)
	}
}
