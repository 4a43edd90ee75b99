package httpserver

import (
	"encoding/json"
	"net/http"
)

// refuse answers a request that does not reach the MCP handler.
func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	// The client may be gone; there is nobody else to tell.
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code, "message": message})
}
