package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"mcpbridge/app"
)

// discreet keeps the SDK from repeating in a refusal or an error what it could not
// read or does not know, which may be anything, and adds the request's id.
func discreet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&discreetAnswer{ResponseWriter: w, id: app.RequestID(r.Context())}, r)
	})
}

type discreetAnswer struct {
	http.ResponseWriter
	id      string // of the request
	refusal bool
}

// WriteHeader begins the answer.
func (a *discreetAnswer) WriteHeader(status int) {
	a.refusal = status >= http.StatusBadRequest
	a.ResponseWriter.WriteHeader(status)
}

// Write goes on with the answer; a refusal is written in one piece.
func (a *discreetAnswer) Write(p []byte) (int, error) {
	if !a.refusal {
		_, err := a.ResponseWriter.Write(a.shownEvent(p))
		return len(p), err
	}
	shown := a.shownText(string(p))
	if strings.HasPrefix(a.Header().Get("Content-Type"), "application/json") {
		shown = a.shownError(p)
	}
	_, err := a.ResponseWriter.Write(shown)
	return len(p), err
}

// shownEvent is one event of a stream, which the SDK writes in one piece.
func (a *discreetAnswer) shownEvent(event []byte) []byte {
	before, rest, found := bytes.Cut(event, []byte("data: "))
	if !found || !bytes.Contains(rest, []byte(`"error":`)) {
		return event
	}
	data, after, _ := bytes.Cut(rest, []byte("\n"))
	return slices.Concat(before, []byte("data: "), a.shownError(data), []byte("\n"), after)
}

// shownText is a refusal before the protocol was understood.
func (a *discreetAnswer) shownText(text string) []byte {
	text = reason(strings.TrimSuffix(text, "\n"))
	if a.id != "" {
		text += " (" + requestID + " " + a.id + ")"
	}
	return []byte(text + "\n")
}

// shownError is a refusal in the words of the protocol.
func (a *discreetAnswer) shownError(text []byte) []byte {
	var answer struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *struct {
			Code    int64           `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data,omitempty"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &answer) != nil || answer.Error == nil {
		return text
	}
	answer.Error.Message = reason(answer.Error.Message)
	if a.id != "" {
		answer.Error.Data = addID(answer.Error.Data, a.id)
	}
	var shown bytes.Buffer
	if json.NewEncoder(&shown).Encode(answer) != nil {
		return text
	}
	return bytes.TrimSuffix(shown.Bytes(), []byte("\n"))
}

// reason is what is left of a text before it begins to quote the request.
func reason(text string) string {
	if rest, handling := strings.CutPrefix(text, "handling '"); handling {
		_, text, _ = strings.Cut(rest, "': ")
	}
	before, _, _ := strings.Cut(text, ":")
	if slices.Contains([]string{"malformed payload", "JSON RPC not handled", "invalid params"}, before) {
		return before
	}
	if quote := strings.IndexAny(text, "\"'`{["); quote > 0 {
		return strings.TrimRight(text[:quote], " :")
	}
	return text
}

// discreetly is an error of the protocol without what it quotes.
func discreetly(err error) error {
	protocol, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok {
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: reason(err.Error())}
	}
	return &jsonrpc.Error{Code: protocol.Code, Message: reason(protocol.Message), Data: protocol.Data}
}

// Unwrap lets an http.ResponseController reach the connection.
func (a *discreetAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
