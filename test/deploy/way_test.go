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
		DialContext:     func(context.Context, string, string) (net.Conn, error) { return at.dial() },
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
	}}
	t.Cleanup(w.transport.CloseIdleConnections)
	return w
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
	client := mcp.NewClient(&mcp.Implementation{Name: "deploy", Version: "1"}, options)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: "https://" + host + "/mcp", HTTPClient: &http.Client{Transport: w}, DisableStandaloneSSE: true, MaxRetries: -1,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// post sends one MCP request by hand and returns status and body. An Origin
// makes it a browser's.
func (w *way) post(t *testing.T, path, origin, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+host+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if origin != "" {
		request.Header.Set("Origin", origin)
	}
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
