package mcpserver

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// The JSON forms of what the two tools answer (contract sections 1 and 7).
// Foreign JSON stays json.RawMessage, so that its numbers keep their tokens.
type (
	catalogJSON struct {
		SchemaVersion string        `json:"schema_version"`
		Tools         []toolJSON    `json:"tools"`
		Problems      []problemJSON `json:"problems"`
		Counts        countsJSON    `json:"counts"`
	}
	toolJSON struct {
		Plugin        string          `json:"plugin"`
		Name          string          `json:"name"`
		QualifiedName string          `json:"qualified_name"`
		Title         string          `json:"title"`
		Description   string          `json:"description"`
		Method        domain.Method   `json:"method"`
		Path          string          `json:"path"`
		RequestPath   string          `json:"request_path"`
		Effect        domain.Effect   `json:"effect"`
		InputSchema   json.RawMessage `json:"inputSchema"`
		OutputSchema  json.RawMessage `json:"outputSchema"`
		Annotations   hintsJSON       `json:"annotations"`
	}
	hintsJSON struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint"`
		OpenWorld   bool `json:"openWorldHint"`
	}
	problemJSON struct {
		Plugin string     `json:"plugin"`
		Code   fault.Code `json:"code"`
		Error  string     `json:"error"`
	}
	countsJSON struct {
		Plugins  int `json:"plugins"`
		Tools    int `json:"tools"`
		Problems int `json:"problems"`
	}
	resultJSON struct {
		Outcome   domain.Outcome    `json:"outcome"`
		Plugin    string            `json:"plugin,omitempty"`
		Tool      string            `json:"tool,omitempty"`
		Effect    domain.Effect     `json:"effect,omitempty"`
		Status    int               `json:"status,omitempty"`
		Headers   map[string]string `json:"headers,omitempty"`
		Body      json.RawMessage   `json:"body,omitempty"`
		Request   *requestJSON      `json:"request,omitempty"`
		Notice    string            `json:"notice,omitempty"`
		Code      fault.Code        `json:"code,omitempty"`
		Message   string            `json:"message,omitempty"`
		Stage     fault.Stage       `json:"stage,omitempty"`
		Retry     string            `json:"retry,omitempty"`
		Next      string            `json:"next,omitempty"`
		Findings  []findingJSON     `json:"findings,omitempty"`
		Excerpt   string            `json:"excerpt,omitempty"`
		Journal   string            `json:"journal_id,omitempty"`
		RequestID string            `json:"request_id,omitempty"`
	}
	requestJSON struct {
		Method  domain.Method   `json:"method"`
		Path    string          `json:"path"`
		Query   string          `json:"query,omitempty"`
		Headers []string        `json:"headers,omitempty"`
		Body    json.RawMessage `json:"body,omitempty"`
	}
	findingJSON struct {
		Pointer string     `json:"pointer"`
		Rule    fault.Rule `json:"rule"`
		Message string     `json:"message"`
	}
)

const previewNotice = "This is a preview. The request was validated but not sent; call again without dry_run to send it."

// showCatalog renders what plugin_list_tools found.
func showCatalog(catalog domain.Catalog, requestID string) *mcp.CallToolResult {
	shown := catalogJSON{
		SchemaVersion: domain.SchemaVersion,
		Tools:         make([]toolJSON, len(catalog.Tools)),
		Problems:      make([]problemJSON, len(catalog.Problems)),
		Counts:        countsJSON{Plugins: catalog.Plugins, Tools: len(catalog.Tools), Problems: len(catalog.Problems)},
	}
	for i, tool := range catalog.Tools {
		shown.Tools[i] = toolJSON{
			Plugin: tool.Plugin, Name: tool.Name, QualifiedName: tool.QualifiedName(),
			Title: tool.Title, Description: tool.Description,
			Method: tool.Method, Path: tool.Path, RequestPath: tool.RequestPath, Effect: tool.Effect,
			InputSchema: tool.Input.Raw(), OutputSchema: tool.Output.Raw(),
			Annotations: hintsJSON(tool.Annotations),
		}
	}
	for i, problem := range catalog.Problems {
		shown.Problems[i] = problemJSON{Plugin: problem.Plugin, Code: problem.Fault.Code, Error: problem.Fault.Message}
	}
	return structured(shown, false, requestID)
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
	shown := resultJSON{
		Outcome: result.Outcome, Plugin: result.Plugin, Tool: result.Tool, Effect: result.Effect,
		Status: result.Status, Headers: headerMap(result.Headers), Excerpt: result.Excerpt, Journal: result.Journal,
	}
	switch result.Outcome {
	case domain.Completed:
		shown.Body = bodyJSON(result.Body)
	case domain.Previewed:
		shown.Request, shown.Notice = targetJSON(result.Target), previewNotice
	default:
		shown.Request = targetJSON(result.Target)
		shown.Code, shown.Message, shown.Stage = result.Fault.Code, result.Fault.Message, result.Fault.Stage()
		shown.Retry, shown.Next = result.Retry(), result.Fault.Next()
		shown.Findings, shown.RequestID = findings(result.Fault.Findings), requestID
	}
	return structured(shown, shown.Code != "", requestID)
}

// bodyJSON is null where an answer has no body.
func bodyJSON(body strictjson.Value) json.RawMessage {
	if body.Is(strictjson.Absent) {
		return json.RawMessage("null")
	}
	return body.Raw()
}

func targetJSON(target *domain.Target) *requestJSON {
	if target == nil {
		return nil
	}
	shown := &requestJSON{Method: target.Method, Path: target.Path, Query: target.Query, Body: target.Body}
	for _, h := range target.Headers {
		shown.Headers = append(shown.Headers, h.Name+": "+h.Value)
	}
	return shown
}

// headerMap joins fields of the same name (RFC 9110 section 5.3).
func headerMap(headers []domain.Header) map[string]string {
	shown := make(map[string]string, len(headers))
	for _, h := range headers {
		if earlier, ok := shown[h.Name]; ok {
			shown[h.Name] = earlier + ", " + h.Value
		} else {
			shown[h.Name] = h.Value
		}
	}
	return shown
}

func findings(found fault.Findings) []findingJSON {
	var shown []findingJSON
	for _, f := range found {
		shown = append(shown, findingJSON{Pointer: string(f.Pointer), Rule: f.Rule, Message: f.Message})
	}
	return shown
}

// structured makes a result of the same JSON as structured content and as text.
func structured(content any, isError bool, requestID string) *mcp.CallToolResult {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(content); err != nil {
		return unrenderable(requestID)
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
func unrenderable(requestID string) *mcp.CallToolResult {
	return showResult(domain.Result{Outcome: domain.Unknown, Fault: fault.New(fault.Internal, "the bridge could not render the result")}, requestID)
}
