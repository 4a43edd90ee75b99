package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// Load is clients that call one tool over HTTP, each at least once and again as
// soon as it has its answer.
type Load struct {
	Clients int
	Length  time.Duration
}

// ToolCall is one call of a tool, in the form of MCP 2026-07-28, which needs no
// handshake.
type ToolCall struct {
	URL       string // of the MCP endpoint
	Token     string // the bearer token
	Tool      string
	Arguments string // JSON
	Shows     string // what an answer must hold to be the right one
}

// Throughput is what came of a load.
type Throughput struct {
	PerSecond float64
	P50, P99  time.Duration // of a call, as its client sees it
}

// Run puts the load on a server. An answer that is not the right one is an error.
func (l Load) Run(ctx context.Context, call ToolCall) (Throughput, error) {
	transport := &http.Transport{MaxIdleConnsPerHost: l.Clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	taken := make([][]time.Duration, l.Clients)
	start := time.Now()
	clients, ctx := errgroup.WithContext(ctx)
	for i := range taken {
		clients.Go(func() error {
			for len(taken[i]) == 0 || time.Since(start) < l.Length {
				begun := time.Now()
				if err := call.Make(ctx, client); err != nil {
					return err
				}
				taken[i] = append(taken[i], time.Since(begun))
			}
			return nil
		})
	}
	err := clients.Wait()
	return throughput(slices.Concat(taken...), time.Since(start)), err
}

// throughput sums up how long each call took.
func throughput(taken []time.Duration, elapsed time.Duration) Throughput {
	if len(taken) == 0 {
		return Throughput{}
	}
	slices.Sort(taken)
	last := len(taken) - 1
	return Throughput{
		PerSecond: float64(len(taken)) / elapsed.Seconds(),
		P50:       taken[last*50/100], P99: taken[last*99/100],
	}
}

// Make makes the call once.
func (c ToolCall) Make(ctx context.Context, client *http.Client) error {
	request, err := c.request(ctx)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(c.Shows)) {
		return fmt.Errorf("%s was answered with HTTP %d: %.300s", c.Tool, answer.StatusCode, body)
	}
	return nil
}

func (c ToolCall) request(ctx context.Context) (*http.Request, error) {
	const revision = "2026-07-28"
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},`+
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`, c.Tool, c.Arguments, revision)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{
		"Authorization": "Bearer " + c.Token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": revision, "Mcp-Method": "tools/call", "Mcp-Name": c.Tool,
	} {
		request.Header.Set(name, value)
	}
	return request, nil
}
