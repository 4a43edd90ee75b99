package httpserver

import (
	"crypto/rand"
	"net/http"

	"mcpbridge/app"
)

// Identify gives every request an id, under which logs, traces and errors speak
// of it, and tells it to the client. What a client calls its own request is not
// taken: two could have the same name, or one that was made to mislead.
func Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := rand.Text()
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(app.WithRequestID(r.Context(), id)))
	})
}
