package answer

import (
	"encoding/json"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// The JSON form of a call's end.
type (
	// Result is what plugin_call_tool answers.
	Result struct {
		Outcome  domain.Outcome    `json:"outcome"`
		Plugin   string            `json:"plugin,omitempty"`
		Tool     string            `json:"tool,omitempty"`
		Effect   domain.Effect     `json:"effect,omitempty"`
		Status   int               `json:"status,omitempty"`
		Headers  map[string]string `json:"headers,omitempty"`
		Body     json.RawMessage   `json:"body,omitempty"`
		Request  *Request          `json:"request,omitempty"`
		Notice   string            `json:"notice,omitempty"`
		Code     fault.Code        `json:"code,omitempty"`
		Message  string            `json:"message,omitempty"`
		Stage    fault.Stage       `json:"stage,omitempty"`
		Retry    string            `json:"retry,omitempty"`
		Next     string            `json:"next,omitempty"`
		Findings []Finding         `json:"findings,omitempty"`
		Excerpt  string            `json:"excerpt,omitempty"`
		Journal  string            `json:"journal_id,omitempty"`
		// RequestID names the request in the operator's logs; only in an error.
		RequestID string `json:"request_id,omitempty"`
	}
	// Request is what a call sends, or would send.
	Request struct {
		Method  domain.Method   `json:"method"`
		Path    string          `json:"path"`
		Query   string          `json:"query,omitempty"`
		Headers []string        `json:"headers,omitempty"`
		Body    json.RawMessage `json:"body,omitempty"`
	}
	// Finding is one place that breaks a rule.
	Finding struct {
		Pointer string     `json:"pointer"`
		Rule    fault.Rule `json:"rule"`
		Message string     `json:"message"`
	}
)

// PreviewNotice tells the caller of a dry run what did not happen.
const PreviewNotice = "This is a preview. The request was validated but not sent; call again without dry_run to send it."

// OfResult renders the end of a call that has no open question.
func OfResult(result domain.Result) Result {
	shown := Result{
		Outcome: result.Outcome, Plugin: result.Plugin, Tool: result.Tool, Effect: result.Effect,
		Status: result.Status, Headers: headersOf(result.Headers), Excerpt: result.Excerpt, Journal: result.Journal,
	}
	switch result.Outcome {
	case domain.Completed:
		shown.Body = bodyOf(result.Body)
	case domain.Previewed:
		shown.Request, shown.Notice = requestOf(result.Target), PreviewNotice
	default:
		shown.Request = requestOf(result.Target)
		shown.Code, shown.Message, shown.Stage = result.Fault.Code, result.Fault.Message, result.Fault.Stage()
		shown.Retry, shown.Next = result.Retry(), result.Fault.Next()
		shown.Findings = findingsOf(result.Fault.Findings)
	}
	return shown
}

// bodyOf is null where an answer has no body.
func bodyOf(body strictjson.Value) json.RawMessage {
	if body.Is(strictjson.Absent) {
		return json.RawMessage("null")
	}
	return body.Raw()
}

func requestOf(target *domain.Target) *Request {
	if target == nil {
		return nil
	}
	shown := &Request{Method: target.Method, Path: target.Path, Query: target.Query, Body: target.Body}
	for _, h := range target.Headers {
		shown.Headers = append(shown.Headers, h.Name+": "+h.Value)
	}
	return shown
}

// headersOf joins fields of the same name (RFC 9110 section 5.3).
func headersOf(headers []domain.Header) map[string]string {
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

func findingsOf(found fault.Findings) []Finding {
	var shown []Finding
	for _, f := range found {
		shown = append(shown, Finding{Pointer: string(f.Pointer), Rule: f.Rule, Message: f.Message})
	}
	return shown
}
