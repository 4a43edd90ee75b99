package ports

import (
	"context"

	"mcpbridge/domain"
	"mcpbridge/domain/handshake"
)

// Prober is a Fetcher that also tells of the way to the source of truth, for a
// diagnosis. It may be called at the same time as everything else.
type Prober interface {
	Fetcher
	// Proxy is the host and port of the proxy that requests pass, "" if they
	// pass none. Its error is a [fault.Fault].
	Proxy() (string, error)
	// Resolve looks up the host that is connected to, the proxy's or else the
	// source's own, and returns it with its addresses. Its error is a
	// [fault.Fault] that stands beside the host.
	Resolve(ctx context.Context) (host string, addresses []string, err error)
	// Probe is Fetch that also tells how the TLS handshake ended, if there was one.
	Probe(ctx context.Context, request Request) (domain.Exchange, handshake.Result)
}
