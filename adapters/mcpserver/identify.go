package mcpserver

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
)

// requestID is the member of an error that names the request in the logs.
const requestID = "request_id"

// identify gives every MCP request an id of its own, unless the HTTP request
// that carries it has one, and names it in an error of the protocol.
func identify(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		id := app.RequestID(ctx)
		if id == "" {
			id = rand.Text()
			ctx = app.WithRequestID(ctx, id)
		}
		result, err := next(ctx, method, request)
		return result, withID(err, id)
	}
}

// withID adds the request's id to the data of an error, as far as these are an
// object. The error may be one that others share, so it is copied.
func withID(err error, id string) error {
	if err == nil {
		return nil
	}
	shown := jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
	if protocol, ok := errors.AsType[*jsonrpc.Error](err); ok {
		shown.Code, shown.Data = protocol.Code, protocol.Data
	}
	shown.Data = addID(shown.Data, id)
	return &shown
}

// addID adds the id to a JSON object; any other value stays as it is.
func addID(data json.RawMessage, id string) json.RawMessage {
	members := make(map[string]json.RawMessage)
	if len(data) > 0 && json.Unmarshal(data, &members) != nil {
		return data
	}
	members[requestID], _ = json.Marshal(id) // never fails: a string
	added, err := json.Marshal(members)
	if err != nil {
		return data
	}
	return added
}
