package mcpserver

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// showCatalog renders what plugin_list_tools found.
func showCatalog(catalog domain.Catalog) *mcp.CallToolResult {
	return structured(answer.OfCatalog(catalog), false)
}

// showResult renders the end of a call, or the question before it. Completed
// and previewed calls are results; all other ends are errors that a model can
// read and act on.
func showResult(result domain.Result) *mcp.CallToolResult {
	if result.Question != nil {
		return showQuestion(result.Question)
	}
	return structured(answer.OfResult(result), result.Fault != nil)
}

// showFault renders a call that was refused before a use case took it on.
func showFault(err error) *mcp.CallToolResult {
	return showResult(domain.Result{Outcome: domain.Refused, Fault: fault.Of(err)})
}

// structured makes a result of the same JSON as structured content and as text.
func structured(content any, isError bool) *mcp.CallToolResult {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(content); err != nil {
		return unrenderable()
	}
	raw := bytes.TrimRight(text.Bytes(), "\n")
	return &mcp.CallToolResult{
		StructuredContent: json.RawMessage(raw),
		Content:           []mcp.Content{&mcp.TextContent{Text: string(raw)}},
		IsError:           isError,
	}
}

// unrenderable answers in place of a result that could not be written as JSON;
// a write may have happened by then.
func unrenderable() *mcp.CallToolResult {
	return showResult(domain.Result{Outcome: domain.Unknown, Fault: fault.New(fault.Internal, "the bridge could not render the result")})
}
