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
func showCatalog(catalog domain.Catalog, requestID string) *mcp.CallToolResult {
	return structured(answer.OfCatalog(catalog), false, requestID)
}

// show renders the end of a call, or the question before it.
func (r reply) show(requestID string) *mcp.CallToolResult {
	switch {
	case r.Question != nil:
		return showQuestion(r.Question)
	case r.catalog != nil:
		return showCatalog(*r.catalog, requestID)
	default:
		return showResult(r.Result, requestID)
	}
}

// showResult renders the end of a call. Completed and previewed calls are
// results; all other ends are errors that a model can read and act on, with the
// request's id for whoever reads the operator's logs.
func showResult(result domain.Result, requestID string) *mcp.CallToolResult {
	shown := answer.OfResult(result)
	if result.Fault != nil {
		shown.RequestID = requestID
	}
	return structured(shown, result.Fault != nil, requestID)
}

// structured makes a result of the same JSON as structured content and as text.
func structured(content any, isError bool, requestID string) *mcp.CallToolResult {
	raw, err := encode(content)
	if err != nil {
		return unrenderable(requestID)
	}
	return &mcp.CallToolResult{
		StructuredContent: raw,
		Content:           []mcp.Content{&mcp.TextContent{Text: string(raw)}},
		IsError:           isError,
	}
}

// encode writes JSON as a model reads it best: foreign texts as they are.
func encode(content any) (json.RawMessage, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(content)
	return bytes.TrimRight(text.Bytes(), "\n"), err
}

// unrenderable answers in place of a result that could not be written as JSON;
// a write may have happened by then.
func unrenderable(requestID string) *mcp.CallToolResult {
	return showResult(domain.Result{Outcome: domain.Unknown, Fault: fault.New(fault.Internal, "the bridge could not render the result")}, requestID)
}
