package mcpserver

import (
	_ "embed"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The names of the two tools; they never change with what is installed
// (contract section 1).
const (
	ListTool = "plugin_list_tools"
	CallTool = "plugin_call_tool"
)

const instructions = `This server lets you use the operations that plugins of the connected system offer.

1. Call plugin_list_tools first. It shows each tool with its effect (read, write or destructive), its inputSchema and the request it makes, and plugins that cannot be used with the reason. Name a plugin to look at one only.
2. Call plugin_call_tool with the plugin, the tool and arguments that match inputSchema exactly; unknown members are refused.
3. Reads run at once. For a write, first call with dry_run true and show the person what would be sent. Writes may be switched off by the operator; you cannot switch them on. The person may be asked to approve a write; if they do not, leave it.
4. Look at "outcome". completed: use the body, and mind its HTTP status. refused or failed: nothing was changed; correct what "findings" name, then retry. unknown: the write may have happened; never repeat it before you have looked at the system itself.`

const listDescription = `List the operations that plugins offer, with effect, inputSchema and request path. Discovery is live on every call. Without plugin, all plugins are scanned and faulty ones appear under problems; with plugin, only that one is read, and its fault is the error. Call this before plugin_call_tool.`

const callDescription = `Call one operation of a plugin. List first: arguments must match the tool's inputSchema exactly. Use dry_run true to preview a write: it validates and shows the request but sends nothing. Writes need the operator's permission and are never repeated by the bridge. If outcome is "unknown", the write may have happened: look before you do anything else.`

//go:embed list_tools.schema.json
var listInput string

//go:embed list_tools.output.json
var listOutput string

//go:embed call_tool.schema.json
var callInput string

//go:embed call_tool.output.json
var callOutput string

func listToolsTool() *mcp.Tool {
	return &mcp.Tool{
		Name: ListTool, Title: "List plugin tools", Description: listDescription,
		InputSchema: json.RawMessage(listInput), OutputSchema: json.RawMessage(listOutput),
		Annotations: annotations(true, false),
	}
}

func callToolTool() *mcp.Tool {
	return &mcp.Tool{
		Name: CallTool, Title: "Call a plugin tool", Description: callDescription,
		InputSchema: json.RawMessage(callInput), OutputSchema: json.RawMessage(callOutput),
		Annotations: annotations(false, true),
	}
}

func annotations(readOnly, destructive bool) *mcp.ToolAnnotations {
	openWorld := true
	return &mcp.ToolAnnotations{ReadOnlyHint: readOnly, DestructiveHint: &destructive, IdempotentHint: readOnly, OpenWorldHint: &openWorld}
}
