package peers

import "testing"

func TestNothingIsSentButDiscovery(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	closed, open := as(t, p, "editor"), as(t, p, "editor", writing)
	const create = `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":"example.org."}`
	tests := []struct {
		name, call, outcome, code string
		bridge                    bridge
	}{
		{"a dry run of a write", create + `,"dry_run":true}`, "previewed", "", open},
		{"a dry run while the gate is closed", create + `,"dry_run":true}`, "previewed", "", closed},
		{"a dry run of a read", `{"plugin":"dns-zones","tool":"list_zones","dry_run":true}`, "previewed", "", open},
		{"a write while the gate is closed", create + `}`, "refused", "gate_closed", closed},
		{"a deletion while the gate is closed", `{"plugin":"cable_map","tool":"delete_run","arguments":{"id":1}}`, "refused", "gate_closed", closed},
		{"bad arguments", `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":7}}`, "refused", "arguments_invalid", open},
		{"bad arguments while the gate is closed", `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":7}}`, "refused", "arguments_invalid", closed},
		{"a length finer than the plugin stores", `{"plugin":"cable_map","tool":"create_run","arguments":{"label":"a","a_side":"r1","b_side":"r2","length":1.105}}`, "refused", "arguments_invalid", open},
		{"a header that is not the caller's", create + `,"header":["Cookie: a=b"]}`, "refused", "header_invalid", open},
		{"a tool that there is not", `{"plugin":"dns-zones","tool":"drop_zone"}`, "refused", "tool_unknown", open},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got answer
			received := p.during(t, func() { got = test.bridge.call(t, test.call) })
			if got.Outcome != test.outcome || got.Code != test.code {
				t.Errorf("%s %q, want %s %q: %s", got.Outcome, got.Code, test.outcome, test.code, got.Message)
			}
			if sent := targets(received); len(sent) != 0 || len(received) != 3 {
				t.Errorf("received %+v, want the three requests of discovery", received)
			}
		})
	}
	if rows := p.rows(t, "dns-zones/zones/"); len(rows) != 0 {
		t.Errorf("stored %v", rows)
	}
}
