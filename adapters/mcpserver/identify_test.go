package mcpserver

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
)

func TestErrorsOfTheProtocolNameTheRequest(t *testing.T) {
	const id = `"request_id":"ID7"`
	for name, test := range map[string]struct {
		err           error
		code          int64
		message, data string
	}{
		"without data":    {&jsonrpc.Error{Code: -32602, Message: "bad"}, -32602, "bad", `{` + id + `}`},
		"with an object":  {&jsonrpc.Error{Code: -32002, Message: "none", Data: json.RawMessage(`{"uri":"x"}`)}, -32002, "none", `{` + id + `,"uri":"x"}`},
		"with a list":     {&jsonrpc.Error{Code: -32002, Message: "none", Data: json.RawMessage(`[1]`)}, -32002, "none", `[1]`},
		"of another kind": {errors.New("broken"), jsonrpc.CodeInternalError, "broken", `{` + id + `}`},
		"wrapped":         {errors.Join(&jsonrpc.Error{Code: -32602, Message: "bad"}), -32602, "bad", `{` + id + `}`},
	} {
		got, ok := errors.AsType[*jsonrpc.Error](withID(test.err, "ID7"))
		if !ok || got.Code != test.code || got.Message != test.message || string(got.Data) != test.data {
			t.Errorf("%s: %+v", name, got)
		}
	}
	shared := &jsonrpc.Error{Code: 1}
	if _ = withID(shared, "ID7"); shared.Data != nil {
		t.Error("the error that others share was changed")
	}
	if withID(nil, "ID7") != nil {
		t.Error("success became an error")
	}
}

// ask sends a body over Streamable HTTP as the request of that id.
func ask(t *testing.T, w *world, id, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(app.WithRequestID(t.Context(), id), http.MethodPost, "/mcp", strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response := httptest.NewRecorder()
	w.server(t).Handler().ServeHTTP(response, request)
	return response
}

func TestEveryErrorOverHTTPHasTheIDOfItsRequest(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	modernHeaders := func(method string) []string { return []string{"Mcp-Protocol-Version", modern, "Mcp-Method", method} }
	for name, test := range map[string]struct {
		body    string
		headers []string
		status  int
		says    string
	}{
		"no JSON":                {`hunter2`, nil, 400, "malformed payload (request_id ID7)"},
		"an unknown method":      {`{"jsonrpc":"2.0","id":1,"method":"hunter2"}`, nil, 400, "JSON RPC not handled (request_id ID7)"},
		"an unknown one, modern": {`{"jsonrpc":"2.0","id":1,"method":"hunter2","params":{` + meta + `}}`, modernHeaders("hunter2"), 404, `"error":{"code":-32601,"message":"JSON RPC not handled","data":{"request_id":"ID7"}}`},
		"an unknown tool":        {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`, nil, 200, `"data":{"request_id":"ID7"}`},
		"a refused call":         {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plugin_call_tool"}}`, nil, 200, `\"request_id\":\"ID7\"`},
	} {
		got := ask(t, &world{}, "ID7", test.body, test.headers...)
		if got.Code != test.status || !strings.Contains(got.Body.String(), test.says) || strings.Contains(got.Body.String(), "hunter2") {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
}

// A stream lasts for many messages, each of which is a request of its own.
func TestMessagesOfALegacyStreamHaveIDsOfTheirOwn(t *testing.T) {
	_, server := legacyServer(t.Context(), t, pulse, &world{})
	client := mcp.NewClient(&mcp.Implementation{Name: "old", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.SSEClientTransport{Endpoint: server.URL + "/sse", HTTPClient: server.Client()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := call(t, session, CallTool, `{}`)
	second, _ := call(t, session, CallTool, `{}`)
	a, b := requestIDs.FindString(first), requestIDs.FindString(second)
	if a == "" || b == "" || a == b || strings.Contains(first, streamID) {
		t.Errorf("got %s and %s", first, second)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}
