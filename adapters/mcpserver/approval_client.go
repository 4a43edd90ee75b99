package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/domain"
)

// answersReturn is the first revision in which an answer comes back with the
// call repeated, and in which a server may send no request of its own.
const answersReturn = "2026-07-28"

// question is the name of the only question in a result.
const question = "approval"

// client is the MCP client behind a call; without a request there is none.
type client struct{ request *mcp.CallToolRequest }

type clientKey struct{}

// withClient lets the steps of a call reach its client.
func withClient(ctx context.Context, request *mcp.CallToolRequest) context.Context {
	return context.WithValue(ctx, clientKey{}, client{request})
}

func clientOf(ctx context.Context) client {
	c, _ := ctx.Value(clientKey{}).(client)
	return c
}

// canBeAsked reports whether the client declares elicitation by form, which an
// empty declaration stands for, and whether a question can reach it: an older
// revision over HTTP has no session here to ask over (see [Server.Handler]).
func (c client) canBeAsked() bool {
	if c.request == nil {
		return false
	}
	declared := c.request.ClientCapabilities()
	if declared == nil || declared.Elicitation == nil || declared.Elicitation.Form == nil && declared.Elicitation.URL != nil {
		return false
	}
	overHTTP := c.request.Extra != nil
	return c.returnsAnswers() || !overHTTP
}

// returnsAnswers reports whether the client repeats a call with the answer.
func (c client) returnsAnswers() bool { return c.request.ProtocolVersion() >= answersReturn }

// state is what an earlier question left with the client, "" at the first call.
func (c client) state() string {
	if c.request == nil {
		return ""
	}
	return c.request.Params.RequestState
}

// answer is what came back to the question, nil if nothing fitting did.
func (c client) answer() *mcp.ElicitResult {
	answer, _ := c.request.Params.InputResponses[question].(*mcp.ElicitResult)
	return answer
}

// elicitation asks for nothing but accept or decline. The form is empty, since
// a box to tick would make three answers out of two, and a client may fill a
// form from its defaults; accepting is the one act that only a person does.
func elicitation(text string) *mcp.ElicitParams {
	return &mcp.ElicitParams{
		Mode:            "form",
		Message:         text,
		RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}},
	}
}

// showQuestion renders a call that waits for a person.
func showQuestion(asked *domain.Question) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		InputRequests: mcp.InputRequestMap{question: elicitation(asked.Text)},
		RequestState:  asked.State,
	}
}
