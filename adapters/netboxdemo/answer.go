package netboxdemo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// answer is a response; without a body it has no Content-Type either.
type answer struct {
	status int
	body   []byte
}

// reply encodes a body at once, while the state it comes from is locked.
// A json.Number keeps its token.
func reply(status int, body any) answer {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		panic(fmt.Sprintf("netboxdemo: a view made a body that is not JSON: %v", err))
	}
	return answer{status: status, body: bytes.TrimSpace(encoded.Bytes())}
}

// detail is the form in which NetBox says no to a whole request.
func detail(status int, text string) answer {
	return reply(status, map[string]string{"detail": text})
}

func (a answer) succeeded() bool { return a.status/100 == 2 }

func (a answer) write(w http.ResponseWriter) {
	if a.body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	if a.status != http.StatusNoContent {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // a client that has gone needs no answer
}
