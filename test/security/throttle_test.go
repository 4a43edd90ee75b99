package security

import (
	"strings"
	"testing"
)

// Whoever guesses is stopped at the twenty-first, and nobody else with them.
func TestWhoeverGuessesIsStopped(t *testing.T) {
	s := start(t, "NETBOX_URL="+upstream(t).server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken, "BRIDGE_TRUSTED_PROXIES=127.0.0.1")
	guess := func(token, client string) answer { return s.exchange(t, message{}.raw(s, token, client)) }
	for n := range 20 {
		if got := guess(wrongToken, "198.51.100.1"); got.status != 401 {
			t.Fatalf("guess %d: %d %q", n+1, got.status, got.body)
		}
	}
	for name, token := range map[string]string{"another guess": wrongToken, "the right credential": sharedToken} {
		got := guess(token, "198.51.100.1")
		if got.status != 429 || got.header.Get("Retry-After") != "1" || !strings.Contains(got.body, `"error":"too_many_failures"`) {
			t.Errorf("%s: %d, Retry-After %q, %q", name, got.status, got.header.Get("Retry-After"), got.body)
		}
	}
	for _, client := range []string{"198.51.100.2", "2001:db8::1"} {
		if got := guess(sharedToken, client); got.status != 200 {
			t.Errorf("the right credential from %s: %d %q", client, got.status, got.body)
		}
	}
	s.stop(t)
	for _, sample := range []string{
		`mcp_bridge_http_refusals_total{guard="authentication"} 20`, `mcp_bridge_http_refusals_total{guard="throttle"} 2`, `mcp_bridge_http_refusals_total{guard="host"} 0`,
	} {
		if !strings.Contains(string(s.places["metrics"]), sample) {
			t.Errorf("%s is not in the metrics", sample)
		}
	}
}
