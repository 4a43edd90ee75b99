package security

import (
	"strings"
	"testing"
)

// Each caller's credential is the one that NetBox sees, and it is NetBox that
// says whether it is valid.
func TestCallersCredentialsArePassedThroughAndKeptNowhere(t *testing.T) {
	demo := upstream(t)
	s := start(t, "NETBOX_URL="+demo.server.URL, "BRIDGE_AUTH=passthrough", "NETBOX_MCP_ALLOW_MUTATIONS=1", "BRIDGE_TRUSTED_PROXIES=127.0.0.1")
	batch := "[" + list + "]"
	noisy := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plugin_call_tool","arguments":{"plugin":"ip_ledger","tool":"find_prefix"}}}`
	for i, one := range []attempt{
		{"NetBox's token", message{auth: []string{"Bearer " + netboxToken}, body: list}, 200, "reserve_prefix"},
		{"NetBox's token of the first kind", message{auth: []string{"Token " + oldToken}, body: list}, 200, "reserve_prefix"},
		{"the first kind in the scheme of the second", message{auth: []string{"Bearer " + oldToken}, body: list}, 200, "reserve_prefix"},
		{"a token argument of the first kind", message{auth: []string{"Bearer " + netboxToken}, body: tool("plugin_list_tools", `{"token":"`+oldMappedToken+`"}`)}, 200, "reserve_prefix"},
		{"a wrong one lists", message{auth: []string{"Bearer " + wrongToken}, body: list}, 401, unauthorized},
		{"a wrong one of the first kind", message{auth: []string{"Token " + wrongToken}, body: noisy}, 401, unauthorized},
		{"a wrong one names one plugin", message{auth: []string{"Bearer " + wrongToken}, body: tool("plugin_list_tools", `{"plugin":"ip_ledger"}`)}, 401, unauthorized},
		{"a wrong one asks nothing of NetBox", message{auth: []string{"Bearer " + wrongToken}}, 200, result},
		{"a wrong one in a batch", message{auth: []string{"Bearer " + wrongToken}, body: batch}, 200, "source_status"},
		{"a wrong one beside a token argument", message{auth: []string{"Bearer " + wrongToken}, body: tool("plugin_list_tools", `{"token":"`+netboxToken+`"}`)}, 200, "reserve_prefix"},
		{"NetBox's token beside a wrong argument", message{auth: []string{"Bearer " + netboxToken}, body: tool("plugin_list_tools", `{"token":"`+callToken+`"}`)}, 200, "source_status"},
		{"no credential", message{auth: []string{}, body: list}, 401, unauthorized},
		{"a write", message{auth: []string{"Bearer " + netboxToken}, body: call(`{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1"}}`)}, 200, `\"outcome\":\"completed\"`},
	} {
		t.Run(one.name, func(t *testing.T) {
			got := s.exchange(t, one.raw(s, "", "198.51.100."+string(rune('1'+i%9))))
			if got.status != one.status || !strings.Contains(got.body, one.says) {
				t.Errorf("got %d %q, want %d %q", got.status, got.body, one.status, one.says)
			}
			if challenges := got.header.Values("WWW-Authenticate"); (got.status == 401) != (len(challenges) == 2) {
				t.Errorf("status %d with challenges %q", got.status, challenges)
			}
		})
	}
}

// With the token argument switched off, no call uses another credential.
func TestTheTokenArgumentCanBeSwitchedOff(t *testing.T) {
	demo := upstream(t)
	s := start(t, "NETBOX_URL="+demo.server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken, "BRIDGE_NO_CALL_TOKEN=1")
	for body, want := range map[string]string{
		tool("plugin_list_tools", `{"token":"`+callToken+`"}`):                          "token_invalid",
		call(`{"plugin":"ip_ledger","tool":"find_prefix","token":"` + callToken + `"}`): "token_invalid",
		call(`{"plugin":"ip_ledger","tool":"find_prefix"}`):                             `\"outcome\":\"completed\"`,
	} {
		if got := s.exchange(t, message{body: body}.raw(s, sharedToken, "127.0.0.1")); !strings.Contains(got.body, want) {
			t.Errorf("%s: got %d %s", body, got.status, got.body)
		}
	}
	if len(demo.demo.Requests()) == 0 {
		t.Error("nothing was asked of NetBox")
	}
}
