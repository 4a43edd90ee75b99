package httpserver

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"
)

// second is how soon to come back where nothing better is known.
const second = time.Second

// refuse answers a request that does not reach the MCP handler.
func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code, "message": message})
}

// refuseFor tells also how long to wait before the next try, in whole seconds.
func refuseFor(w http.ResponseWriter, wait time.Duration, status int, code, message string) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	refuse(w, status, code, message)
}
