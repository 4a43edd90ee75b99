package e2e

import (
	"slices"
	"strings"
	"testing"
)

const (
	listTool = "plugin_list_tools"
	callTool = "plugin_call_tool"
)

func TestAnAgentFindsEveryToolAndEveryProblem(t *testing.T) {
	for _, way := range ways() {
		t.Run(way.name, func(t *testing.T) {
			session := way.connect(t, way.revision, "BRIDGE_DEMO=1")
			all := parsed(t, call(t, session, listTool, `{}`))
			if all.Counts.Plugins != 4 || all.Counts.Tools != 17 || len(all.Tools) != 17 || all.Counts.Problems != 1 {
				t.Errorf("counts %+v", all.Counts)
			}
			if !slices.IsSortedFunc(all.Tools, func(a, b struct {
				Qualified   string `json:"qualified_name"`
				RequestPath string `json:"request_path"`
			}) int {
				return strings.Compare(a.Qualified, b.Qualified)
			}) {
				t.Errorf("the tools are not sorted: %+v", all.Tools)
			}
			if p := all.Problems[0]; p.Plugin != "legacy_sync" || p.Code != "manifest_invalid" || !strings.Contains(p.Error, "/tools/1/inputSchema/properties/serial/pattern") {
				t.Errorf("problem %+v", p)
			}
			one := parsed(t, call(t, session, listTool, `{"plugin":"ip_ledger"}`))
			if len(one.Tools) != 4 || one.Tools[0].Qualified != "ip_ledger.find_prefix" || one.Tools[0].RequestPath != "/api/plugins/ip_ledger/prefixes/" {
				t.Errorf("tools of one plugin: %+v", one.Tools)
			}
		})
	}
}

// Every call below is made in every way. The gate is open unless the case says
// that it is closed.
func TestCalls(t *testing.T) {
	type expectation struct {
		arguments string
		closed    bool
		outcome   string
		code      string
		status    int
		contains  []string // of the whole answer
		sent      string   // the one request that reached a tool, "" for none
	}
	for name, want := range map[string]expectation{
		"read": {arguments: `{"plugin":"circuit-watch","tool":"list_maintenances","arguments":{"site":["ams1","fra1"],"limit":2}}`,
			outcome: "completed", status: 200, contains: []string{`"results":[`}, sent: "GET /api/plugins/circuit-watch/maintenances/?site=ams1&site=fra1&limit=2"},
		"read of a big id": {arguments: `{"plugin":"circuit-watch","tool":"get_maintenance","arguments":{"id":9223372036854775807}}`,
			outcome: "completed", status: 200, contains: []string{`"id":9223372036854775807`}, sent: "GET /api/plugins/circuit-watch/maintenances/detail/?id=9223372036854775807"},
		"read of exact numbers": {arguments: `{"plugin":"ip_ledger","tool":"utilisation","arguments":{"prefix":"2001:db8::/36"}}`,
			outcome: "completed", status: 200, contains: []string{"9223372036854775807", "10000000000000000000001", "1.10"}, sent: "GET /api/plugins/ip_ledger/prefixes/utilisation/?prefix=2001%3Adb8%3A%3A%2F36"},
		"read that is not found": {arguments: `{"plugin":"circuit-watch","tool":"get_maintenance","arguments":{"id":5}}`,
			outcome: "completed", status: 404, contains: []string{`"detail"`}, sent: "GET /api/plugins/circuit-watch/maintenances/detail/?id=5"},
		"HEAD": {arguments: `{"plugin":"circuit-watch","tool":"check_feed","arguments":{"provider":"nordlink"}}`,
			outcome: "completed", contains: []string{`"body":null`}, sent: "HEAD /api/plugins/circuit-watch/feeds/check/?provider=nordlink"},
		"write": {arguments: `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1"}}`,
			outcome: "completed", status: 201, contains: []string{`"status":"reserved"`}, sent: "POST /api/plugins/ip_ledger/prefixes/reserve/"},
		"write through a closed gate": {arguments: `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1"}}`, closed: true,
			outcome: "refused", code: "gate_closed", contains: []string{"NETBOX_MCP_ALLOW_MUTATIONS", "--allow-mutations", `"retry":"safe"`}},
		"dry run through a closed gate": {arguments: `{"plugin":"ip_ledger","tool":"reserve_prefix","dry_run":true,"header":["X-NetBox-Branch: feature"],"arguments":{"prefix":"10.1.0.0/24","site":"ams1"}}`, closed: true,
			outcome: "previewed", contains: []string{`"method":"POST"`, `"path":"/api/plugins/ip_ledger/prefixes/reserve/"`, `X-NetBox-Branch: feature`, `"prefix":"10.1.0.0/24"`}},
		"dry run of a read": {arguments: `{"plugin":"ip_ledger","tool":"find_prefix","dry_run":true,"arguments":{"site":"ams1"}}`,
			outcome: "previewed", contains: []string{`"query":"site=ams1"`}},
		"destructive without an answer body": {arguments: `{"plugin":"config_audit","tool":"purge_reports","arguments":{"before":"2020-02-29T23:59:59Z"}}`,
			outcome: "completed", status: 204, contains: []string{`"body":null`}, sent: "DELETE /api/plugins/config_audit/reports/purge/"},
		"write that the server rejects": {arguments: `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"not a prefix","site":"ams1"}}`,
			outcome: "unknown", code: "response_status", status: 400, contains: []string{`"retry":"look first"`, `"excerpt":`, "prefix"}, sent: "POST /api/plugins/ip_ledger/prefixes/reserve/"},
		"bad arguments through a closed gate": {arguments: `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1","vrf":"x"}}`, closed: true,
			outcome: "refused", code: "arguments_invalid", contains: []string{`"pointer":"/vrf"`, "prefix, site, purpose"}},
		"missing argument": {arguments: `{"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24"}}`,
			outcome: "refused", code: "arguments_invalid", contains: []string{"site"}},
		"argument of a wrong type": {arguments: `{"plugin":"circuit-watch","tool":"get_maintenance","arguments":{"id":"7"}}`,
			outcome: "refused", code: "arguments_invalid", contains: []string{`"pointer":"/id"`, "integer"}},
		"unsafe integer": {arguments: `{"plugin":"circuit-watch","tool":"get_maintenance","arguments":{"id":9007199254740993.0}}`,
			outcome: "refused", code: "arguments_invalid", contains: []string{`"pointer":"/id"`, `"rule":"integer"`}},
		"unknown tool": {arguments: `{"plugin":"ip_ledger","tool":"reserve"}`,
			outcome: "refused", code: "tool_unknown", contains: []string{"find_prefix, release_prefix, reserve_prefix, utilisation"}},
		"plugin that is not installed":   {arguments: `{"plugin":"nothing","tool":"x"}`, outcome: "refused", code: "plugin_not_listed"},
		"plugin that does not advertise": {arguments: `{"plugin":"asset_labels","tool":"x"}`, outcome: "refused", code: "plugin_not_advertising"},
		"plugin with a faulty manifest": {arguments: `{"plugin":"legacy_sync","tool":"pull_records"}`,
			outcome: "refused", code: "manifest_invalid", contains: []string{"/tools/0/effect"}},
		"forbidden header": {arguments: `{"plugin":"ip_ledger","tool":"find_prefix","arguments":{},"header":["Authorization: Token x"]}`,
			outcome: "refused", code: "header_invalid", contains: []string{`"pointer":"/header/0"`}},
		"foreign token": {arguments: `{"plugin":"ip_ledger","tool":"find_prefix","arguments":{},"token":"0123456789012345678901234567890123456789"}`,
			outcome: "refused", code: "source_status", contains: []string{"403"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, way := range ways() {
				t.Run(way.name, func(t *testing.T) {
					t.Parallel()
					demo := startDemo(t)
					gate := "NETBOX_MCP_ALLOW_MUTATIONS=1"
					if want.closed {
						gate = "NETBOX_MCP_ALLOW_MUTATIONS=0"
					}
					text := call(t, way.connect(t, way.revision, reaching(demo, gate)...), callTool, want.arguments)
					got := parsed(t, text)
					if got.Outcome != want.outcome || got.Code != want.code || (want.status != 0 && got.Status != want.status) {
						t.Fatalf("got %s", text)
					}
					for _, part := range want.contains {
						if !strings.Contains(text, part) {
							t.Errorf("%q is missing in %s", part, text)
						}
					}
					var sent []string
					for _, r := range demo.Requests() {
						if strings.Count(r.Path, "/") > 4 && !strings.HasSuffix(r.Path, "/mcp/") {
							sent = append(sent, strings.TrimSuffix(r.Method+" "+r.Path+"?"+r.Query, "?"))
						}
					}
					if strings.Join(sent, "\n") != want.sent {
						t.Errorf("sent %q, want %q", sent, want.sent)
					}
				})
			}
		})
	}
}

func TestNumbersReachTheSourceByteForByte(t *testing.T) {
	for _, way := range ways() {
		t.Run(way.name, func(t *testing.T) {
			demo := startDemo(t)
			session := way.connect(t, way.revision, reaching(demo, "NETBOX_MCP_ALLOW_MUTATIONS=1")...)
			for _, number := range []string{"9223372036854775807", "10000000000000000000001", "1.10", "-0.0", "1E3"} {
				text := call(t, session, callTool, `{"plugin":"config_audit","tool":"record_reading","arguments":{"device":"d","metric":"octets","value":`+number+`}}`)
				applied := demo.Applied()
				if body := string(applied[len(applied)-1].Body); !strings.Contains(body, `"value":`+number+"}") {
					t.Errorf("%s arrived as %s", number, body)
				}
				if !strings.Contains(text, `"value":`+number+",") {
					t.Errorf("%s came back as %s", number, text)
				}
			}
			if n := len(demo.Applied()); n != 5 {
				t.Errorf("%d writes happened, want 5", n)
			}
		})
	}
}
