package boundedhttp

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"mcpbridge/domain/fault"
)

// The bounds of the connections.
const (
	maxHeaderBytes = 64 << 10 // of an answer, its interim (1xx) answers included
	maxIdle        = 512      // two for each of 256 calls at once, more than which no call uses
	maxIdleTime    = 30 * time.Second
	pingAfter      = 15 * time.Second // of silence, on HTTP/2 only
)

// newTransport returns the pool of connections. It is used through RoundTrip
// alone, which follows no redirect and keeps no cookie.
func newTransport(options Options) *http.Transport {
	return &http.Transport{
		Proxy:                  onceOnly(options.Proxy),
		OnProxyConnectResponse: refusedByProxy,
		// A dial goes on when the request that asked for it is cancelled, so it
		// needs times of its own.
		DialContext:         dialCounted((&net.Dialer{Timeout: options.Timeout}).DialContext),
		TLSHandshakeTimeout: options.Timeout,
		TLSClientConfig:     options.TLS,
		ForceAttemptHTTP2:   true,
		HTTP2:               &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingAfter},
		// Bodies are decoded here, so that their bytes can be counted.
		DisableCompression:     true,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdle,
		IdleConnTimeout:        maxIdleTime,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// onceOnly guards the one place that http.Transport passes before each of its
// attempts at an HTTP/1 request or a new connection. It repeats by itself what
// looks repeatable to it: a GET, or anything with an Idempotency-Key and no
// body, whose kept connection died after the request was written. The contract
// says that nothing is ever repeated, so an attempt is let through only while
// no byte of the request can have left.
func onceOnly(choose func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(request *http.Request) (*url.URL, error) {
		if journeyOf(request.Context()).mayHaveLeft() {
			return nil, lost()
		}
		proxy, err := choose(request)
		if err != nil {
			return nil, badProxy()
		}
		return proxy, nil
	}
}

func badProxy() *fault.Fault {
	return fault.New(fault.SourceDown, "the proxy setting is not a usable URL")
}

func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode != http.StatusOK {
		return fault.New(fault.SourceDown, fmt.Sprintf("the proxy refused the connection (HTTP %d)", answer.StatusCode))
	}
	return nil
}
