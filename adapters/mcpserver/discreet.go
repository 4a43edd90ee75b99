package mcpserver

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"mcpbridge/app"
)

// discreet keeps the SDK from repeating in a refusal what it could not read or
// does not know, which may be anything, and adds the request's id.
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
		return a.ResponseWriter.Write(p)
	}
	shown := a.shownText(string(p))
	if strings.HasPrefix(a.Header().Get("Content-Type"), "application/json") {
		shown = a.shownError(p)
	}
	_, err := a.ResponseWriter.Write(shown)
	return len(p), err
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
		Error   struct {
			Code    int64           `json:"code"`
			Message string          `json:"message"`
			Data    json.RawMessage `json:"data,omitempty"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &answer) != nil {
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

// reason is what is left of a text that goes on with a quote of the request.
func reason(text string) string {
	before, _, _ := strings.Cut(text, ":")
	if slices.Contains([]string{"malformed payload", "JSON RPC not handled"}, before) {
		return before
	}
	return text
}

// Unwrap lets an http.ResponseController reach the connection.
func (a *discreetAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
