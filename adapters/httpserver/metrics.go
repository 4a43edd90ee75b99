package httpserver

import "net/http"

// MetricsPath is the path of the metrics, which have an address of their own.
const MetricsPath = "/metrics"

// OnlyMetrics serves the metrics and nothing else, to whoever can reach it.
func OnlyMetrics(metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+MetricsPath, metrics)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refusal{status: http.StatusNotFound, code: "not_found", message: "the metrics are at " + MetricsPath}.write(w, r)
	})
	return Identify(mux)
}
