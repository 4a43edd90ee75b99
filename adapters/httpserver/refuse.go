package httpserver

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"

	"mcpbridge/app"
)

// second is how soon to come back where nothing better is known.
const second = time.Second

// refusal is the answer to a request that does not reach the MCP handler.
type refusal struct {
	status        int
	code, message string
	wait          time.Duration // until the next try; 0 is not told
}

// refuse answers a request in a guard's name.
func (p Policy) refuse(w http.ResponseWriter, r *http.Request, guard string, with refusal) {
	p.refused(guard)
	with.write(w, r)
}

func (p Policy) refused(guard string) {
	if p.Refused != nil {
		p.Refused(guard)
	}
}

func (f refusal) write(w http.ResponseWriter, r *http.Request) {
	if f.wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.wait.Seconds()))))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(f.status)
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(struct {
		Error     string `json:"error"`
		Message   string `json:"message"`
		RequestID string `json:"request_id"`
	}{f.code, f.message, app.RequestID(r.Context())})
}
