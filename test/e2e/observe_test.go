package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/test/built"
)

// collector keeps what it is sent and tells when a text has come.
type collector struct {
	*httptest.Server
	mutex sync.Mutex
	sent  bytes.Buffer
	more  chan struct{}
}

func startCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{more: make(chan struct{}, 1)}
	c.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if _, err := io.Copy(&c.sent, r.Body); err != nil {
			t.Error(err)
		}
		select {
		case c.more <- struct{}{}:
		default:
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *collector) text() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.sent.String()
}

// await waits until the collector has been sent each of the texts.
func (c *collector) await(t *testing.T, texts ...string) {
	t.Helper()
	late := time.After(20 * time.Second)
	for _, text := range texts {
		for !strings.Contains(c.text(), text) {
			select {
			case <-c.more:
			case <-late:
				t.Fatalf("the collector was never sent %q", text)
			}
		}
	}
}

// get is the status and the body of a page that needs no token.
func get(t *testing.T, url string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// What an operator sees of calls, in every place there is to look, without a
// single secret.
func TestAnOperatorSeesTheServiceAtWork(t *testing.T) {
	const (
		collectorKey = "collector-0123456789"
		callToken    = "0123456789abcdef0123456789abcdef01234567"
		argument     = "needle-in-the-arguments"
		traceID      = "0af7651916cd43dd8448eb211c80319c"
		callerSpan   = "b7ad6b7169203331"
	)
	demo, traces := startDemo(t), startCollector(t)
	service := built.HTTP(t, binaries, reaching(demo, "NETBOX_MCP_AUTH_TOKEN="+authToken, "LOG_LEVEL=debug", "LOG_FORMAT=json", "BRIDGE_JOURNAL=off",
		"BRIDGE_METRICS_LISTEN=127.0.0.1:0", "OTEL_EXPORTER_OTLP_ENDPOINT="+traces.URL, "OTEL_EXPORTER_OTLP_HEADERS=x-key="+collectorKey, "OTEL_BSP_SCHEDULE_DELAY=50")...)
	root := strings.TrimSuffix(service.URL, "/mcp")
	metricsURL := regexp.MustCompile(`http://127\.0\.0\.1:\d+/metrics`).FindString(service.Log.String())

	for url, want := range map[string]int{root + "/healthz": 200, root + "/readyz": 200, root + "/metrics": 401, service.URL: 401, metricsURL: 200, strings.TrimSuffix(metricsURL, "metrics"): 404} {
		if status, body := get(t, url); status != want {
			t.Errorf("%s: HTTP %d, want %d: %s", url, status, want, body)
		}
	}

	client := session(t, modern, &mcp.StreamableClientTransport{Endpoint: service.URL, HTTPClient: &http.Client{Transport: built.Bearer(authToken)}, DisableStandaloneSSE: true})
	for _, arguments := range []string{
		`{"plugin":"ip_ledger","tool":"find_prefix","arguments":{"site":"` + argument + `"}}`,
		`{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.20.64.0/24","site":"ams1","purpose":"` + argument + `"}}`,
	} {
		_, err := client.CallTool(t.Context(), &mcp.CallToolParams{
			Meta: mcp.Meta{"traceparent": "00-" + traceID + "-" + callerSpan + "-01"}, Name: "plugin_call_tool", Arguments: json.RawMessage(arguments),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var refused struct {
		RequestID string `json:"request_id"`
	}
	if err := json.Unmarshal([]byte(call(t, client, "plugin_call_tool", `{"plugin":"ip_ledger","tool":"find_prefix","token":"`+callToken+`"}`)), &refused); err != nil || refused.RequestID == "" {
		t.Fatalf("the error has no request_id: %v", err)
	}

	traces.await(t, "tools/call plugin_call_tool", "find_prefix", "gate_closed", "/api/plugins/ip_ledger/mcp/", refused.RequestID)
	if !strings.Contains(service.Log.String(), `"request_id":"`+refused.RequestID+`"`) {
		t.Errorf("no line of the log has the id %s", refused.RequestID)
	}
	_, metrics := get(t, metricsURL)
	for _, sample := range []string{
		`mcp_bridge_calls_total{effect="read",mcp_tool="plugin_call_tool",outcome="completed"} 1`,
		`mcp_bridge_calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="refused"} 1`,
		`mcp_bridge_tool_calls_total{outcome="completed",plugin="ip_ledger",tool="find_prefix"} 1`,
		`mcp_bridge_gate_decisions_total{decision="closed",effect="write"} 1`,
		`mcp_bridge_upstream_requests_total{purpose="target",result="2xx"} 1`,
		`mcp_bridge_upstream_requests_total{purpose="readiness",result="4xx"} 1`,
		`mcp_bridge_http_requests_total{code="401",method="get"} 2`,
	} {
		if !strings.Contains(metrics, sample) {
			t.Errorf("%s is not in the metrics", sample)
		}
	}
	for place, text := range map[string]string{"log": service.Log.String(), "metrics": metrics, "traces": traces.text()} {
		for _, secret := range []string{authToken, demo.Token(), collectorKey, callToken, argument} {
			if strings.Contains(text, secret) {
				t.Errorf("the %s show %s", place, secret)
			}
		}
	}
}

func TestAServiceWithoutItsNetBoxIsAliveButNotReady(t *testing.T) {
	nobody := httptest.NewServer(nil)
	nobody.Close()
	service := built.HTTP(t, binaries, "NETBOX_URL="+nobody.URL, "NETBOX_MCP_AUTH_TOKEN="+authToken)
	root := strings.TrimSuffix(service.URL, "/mcp")
	status, body := get(t, root+"/readyz")
	named := regexp.MustCompile(`^{"status":"not ready","failing":\["netbox"\],"request_id":"([A-Z2-7]+)"}\n$`).FindStringSubmatch(body)
	if status != 503 || named == nil {
		t.Fatalf("readiness: %d %s", status, body)
	}
	if status, _ := get(t, root+"/healthz"); status != 200 {
		t.Errorf("health: %d", status)
	}
	if err := service.Stop(); err != nil { // so that its log is whole
		t.Fatal(err)
	}
	if !regexp.MustCompile(`"the service is not ready".* request_id=` + named[1]).MatchString(service.Log.String()) {
		t.Errorf("the log does not tell why under the id %s: %s", named[1], service.Log.String())
	}
}
