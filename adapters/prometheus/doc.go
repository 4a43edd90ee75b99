// Package prometheus counts what the bridge does and offers it to a Prometheus
// server. It watches from outside: each port is wrapped by one that passes
// everything on and counts.
package prometheus
