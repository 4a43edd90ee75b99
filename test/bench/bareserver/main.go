// Command bareserver is what the bridge over HTTP is measured beside: an MCP
// server of the same SDK whose one tool makes the GET requests of the bridge's
// call and returns the last body. It knows the tool, so it reads nothing of what
// it fetches on the way. It takes the bridge's environment.
package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bareserver:", err)
		os.Exit(1)
	}
}

func run() error {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "serving MCP at http://%s/mcp\n", listener.Addr())
	return http.Serve(listener, requireToken(os.Getenv("NETBOX_MCP_AUTH_TOKEN"), handler()))
}

// requireToken answers 401 to a request without the token.
func requireToken(token string, next http.Handler) http.Handler {
	want := []byte("Bearer " + token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func handler() http.Handler {
	source := newNetBox()
	server := mcp.NewServer(&mcp.Implementation{Name: "bare", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "find_prefix", Description: "Find the prefixes of a site"}, source.findPrefix)
	return mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true})
}

type netBox struct {
	client      *http.Client
	url, header string
}

func newNetBox() netBox {
	transport := &http.Transport{MaxIdleConnsPerHost: 1024} // more than the clients there are
	return netBox{&http.Client{Transport: transport}, os.Getenv("NETBOX_URL"), "Bearer " + os.Getenv("NETBOX_TOKEN")}
}

type question struct {
	Site string `json:"site"`
}

// findPrefix is the tool. The bridge reads the first three for every call.
func (n netBox) findPrefix(ctx context.Context, _ *mcp.CallToolRequest, asked question) (*mcp.CallToolResult, any, error) {
	var body []byte
	for _, path := range []string{
		"/api/plugins/", "/api/plugins/ip_ledger/", "/api/plugins/ip_ledger/mcp/",
		"/api/plugins/ip_ledger/prefixes/?" + url.Values{"site": {asked.Site}}.Encode(),
	} {
		var err error
		if body, err = n.get(ctx, path); err != nil {
			return nil, nil, err
		}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(body)}}}, nil, nil
}

func (n netBox) get(ctx context.Context, path string) (body []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, n.url+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", n.header)
	answer, err := n.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered with HTTP %d", path, answer.StatusCode)
	}
	return io.ReadAll(answer.Body)
}
