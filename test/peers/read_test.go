package peers

import (
	"net/http"
	"strings"
	"testing"
)

// stock puts four runs into the peer.
func stock(t *testing.T, p *peer) {
	t.Helper()
	for _, run := range []string{
		`{"label":"a","a_side":"r1","b_side":"r2","length":1.25,"status":"installed","installed_at":"2026-03-01T12:00:00Z"}`,
		`{"label":"b","a_side":"r1","b_side":"r3","length":2.5,"status":"installed","installed_at":"2025-12-31T21:59:59Z"}`,
		`{"label":"c","a_side":"r1","b_side":"r4","length":3.75,"status":"retired","installed_at":"2026-03-02T12:00:00Z"}`,
		`{"label":"d","a_side":"r1","b_side":"r5","length":5,"asset_number":9223372036854775807,"custom_fields":{"serial":123456789012345678901234567890}}`,
	} {
		p.create(t, "cable_map/runs/", run)
	}
}

func TestReads(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	stock(t, p)
	tests := []struct {
		name, person, call string
		query              string // as the peer received it
		outcome, code      string
		status             int
		body               []string // parts of the body, exactly as written
	}{
		{
			name: "the first page of everything", person: "reader",
			call:  `{"plugin":"cable_map","tool":"list_runs","arguments":{"limit":3}}`,
			query: "limit=3", outcome: "completed", status: 200,
			body: []string{`"count":4`, `"previous":null`, `runs/?limit=3&offset=3"`, `"label":"c"`},
		},
		{
			name: "an array repeats its name and a date-time keeps its offset", person: "reader",
			call:  `{"plugin":"cable_map","tool":"list_runs","arguments":{"status":["installed","retired"],"installed_after":"2026-01-01T00:00:00+02:00","offset":1,"limit":1}}`,
			query: "status=installed&status=retired&installed_after=2026-01-01T00%3A00%3A00%2B02%3A00&offset=1&limit=1", outcome: "completed", status: 200,
			body: []string{`"count":2`, `"next":null`, `"label":"c"`},
		},
		{
			name: "integers beyond a float's precision", person: "reader",
			call:  `{"plugin":"cable_map","tool":"list_runs","arguments":{"asset_number":9223372036854775807}}`,
			query: "asset_number=9223372036854775807", outcome: "completed", status: 200,
			body: []string{`"count":1`, `"asset_number":9223372036854775807`, `"serial":123456789012345678901234567890`},
		},
		{
			name: "a leap second that the contract allows and Django does not", person: "reader",
			call:  `{"plugin":"cable_map","tool":"list_runs","arguments":{"installed_after":"2016-12-31T23:59:60Z"}}`,
			query: "installed_after=2016-12-31T23%3A59%3A60Z", outcome: "completed", status: 400,
			body: []string{`"installed_after":["Datetime has wrong format.`},
		},
		{
			name: "HEAD has no body", person: "reader", call: `{"plugin":"cable_map","tool":"probe_runs"}`,
			outcome: "completed", status: 200, body: []string{`null`},
		},
		{
			name: "without the permission", person: "outsider", call: `{"plugin":"cable_map","tool":"list_runs"}`,
			outcome: "completed", status: 403, body: []string{`{"detail":"You do not have permission to perform this action."}`},
		},
		{
			name: "HEAD without the permission", person: "outsider", call: `{"plugin":"cable_map","tool":"probe_runs"}`,
			outcome: "completed", status: 403, body: []string{`null`},
		},
		{
			name: "redirected to the path without its slash", person: "reader", call: `{"plugin":"dns-zones","tool":"export_zones"}`,
			outcome: "failed", status: 301, code: "response_redirected",
		},
		{
			name: "an HTML page where the view is gone", person: "reader", call: `{"plugin":"dns-zones","tool":"count_queries"}`,
			outcome: "failed", status: 404, code: "response_unreadable",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := as(t, p, test.person)
			var got answer
			sent := targets(p.during(t, func() { got = b.call(t, test.call) }))
			if got.Outcome != test.outcome || got.Status != test.status || got.Code != test.code {
				t.Errorf("%s %d %q, want %s %d %q: %s", got.Outcome, got.Status, got.Code, test.outcome, test.status, test.code, got.Message)
			}
			for _, part := range test.body {
				if !strings.Contains(string(got.Body), part) {
					t.Errorf("the body lacks %s:\n%s", part, got.Body)
				}
			}
			if len(sent) != 1 || sent[0].Query != test.query || sent[0].Body != "" {
				t.Errorf("sent %+v, want one request with the query %s", sent, test.query)
			}
		})
	}
}

func TestAThrottledReadIsCompletedAndTellsWhenToReturn(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	b := as(t, p, "busy")
	call := `{"plugin":"dns-zones","tool":"transfer_zones"}`
	if first := b.call(t, call); first.Status != http.StatusOK {
		t.Fatalf("%+v, want the first to be let through", first)
	}
	second := b.call(t, call)
	if second.Outcome != "completed" || second.Status != http.StatusTooManyRequests || !strings.Contains(string(second.Body), "Request was throttled.") {
		t.Errorf("%+v, want completed with 429 and the detail", second)
	}
	expectRetryAfter(t, second)
}
