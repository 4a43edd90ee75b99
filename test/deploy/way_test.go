package deploy

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// way is the clients' way through a proxy: by TLS to its name, with a token.
type way struct {
	at        place
	transport *http.Transport
	token     string
}

func newWay(t *testing.T, at place) *way {
	t.Helper()
	certificate, err := os.ReadFile(at.certificate)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(certificate)
	w := &way{at: at, token: clientToken, transport: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, at.hostport())
		},
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
	}}
	t.Cleanup(w.transport.CloseIdleConnections)
	return w
}

// from is the same way for a client at another address of loopback.
func (w *way) from(t *testing.T, address string) *way {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	transport := w.transport.Clone()
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, network, w.at.hostport())
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &way{w.at, transport, w.token}
}

// RoundTrip sends a copy of the request with the token.
func (w *way) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+w.token)
	return w.transport.RoundTrip(r)
}

// connect is an MCP client at the end of the way.
func (w *way) connect(t *testing.T, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	return connectBy(t, options, &mcp.StreamableClientTransport{
		Endpoint: "https://" + host + "/mcp", HTTPClient: &http.Client{Transport: w}, DisableStandaloneSSE: true, MaxRetries: -1,
	})
}

// connectLegacy is one that knows the transport of 2024-11-05 alone.
func (w *way) connectLegacy(t *testing.T) *mcp.ClientSession {
	t.Helper()
	return connectBy(t, nil, &mcp.SSEClientTransport{Endpoint: "https://" + host + "/sse", HTTPClient: &http.Client{Transport: w}})
}

func connectBy(t *testing.T, options *mcp.ClientOptions, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "deploy", Version: "1"}, options)
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// post sends one MCP request by hand, with further headers ("Name: value"), and
// returns status and body.
func (w *way) post(t *testing.T, path, body string, headers ...string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+host+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	for _, header := range headers {
		if name, value, given := strings.Cut(header, ": "); given {
			request.Header.Set(name, value)
		}
	}
	request.Host = request.Header.Get("Host") // "" stands for the URL's
	response, err := w.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}
