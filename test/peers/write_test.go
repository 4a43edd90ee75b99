package peers

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestAWriteIsSentOnceByteForByte(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	b := as(t, p, "bearer", writing)
	body := `{"label":"a","a_side":"r1","b_side":"r2","length":1.10,"asset_number":9223372036854775807,"custom_fields":{"serial":123456789012345678901234567890}}`
	var got answer
	received := p.during(t, func() {
		got = b.call(t, `{"plugin":"cable_map","tool":"create_run","header":["X-NetBox-Branch: spring"],"arguments":`+body+`}`)
	})
	if got.Outcome != "completed" || got.Status != http.StatusCreated {
		t.Errorf("%+v, want completed with 201", got)
	}
	for _, part := range []string{`"asset_number":9223372036854775807`, `"serial":123456789012345678901234567890`} {
		if !strings.Contains(string(got.Body), part) {
			t.Errorf("the body lacks %s:\n%s", part, got.Body)
		}
	}
	sent := targets(received)
	if len(sent) != 1 || sent[0].Method != http.MethodPost || sent[0].Body != body || sent[0].ID != got.Headers["x-request-id"] {
		t.Errorf("sent %+v, want the arguments once, answered as %s", sent, got.Headers["x-request-id"])
	}
	for _, r := range received {
		if (r.Branch == "spring") == r.isDiscovery() {
			t.Errorf("%s %s was sent with the branch %q", r.Method, r.Path, r.Branch)
		}
	}
	if rows := p.rows(t, "cable_map/runs/"); len(rows) != 1 {
		t.Errorf("stored %v, want one run", rows)
	}
}

func TestTheLifeOfAnObject(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	b := as(t, p, "editor", writing)
	id := p.create(t, "cable_map/runs/", `{"label":"a","a_side":"r1","b_side":"r2","length":1}`)
	steps := []struct {
		tool, arguments string
		outcome         string
		status          int
		body            string
		stored          []string // the status of each run afterwards
	}{
		{"change_run", `{"id":%d,"status":"installed"}`, "completed", 200, `"status":"installed"`, []string{"installed"}},
		{"retire_run", `{"id":%d}`, "completed", 200, `"status":"retired"`, []string{"retired"}},
		{"delete_run", `{"id":%d}`, "completed", 204, `null`, nil},
		{"delete_run", `{"id":%d}`, "unknown", 404, ``, nil},
	}
	for _, step := range steps {
		got := b.call(t, fmt.Sprintf(`{"plugin":"cable_map","tool":%q,"arguments":%s}`, step.tool, fmt.Sprintf(step.arguments, id)))
		if got.Outcome != step.outcome || got.Status != step.status || !strings.Contains(string(got.Body), step.body) {
			t.Fatalf("%s: %+v, want %s with %d", step.tool, got, step.outcome, step.status)
		}
		var stored []string
		for _, row := range p.rows(t, "cable_map/runs/") {
			stored = append(stored, row["status"].(string))
		}
		if strings.Join(stored, " ") != strings.Join(step.stored, " ") {
			t.Errorf("%s: stored %q, want %q", step.tool, stored, step.stored)
		}
	}
}

func TestAWriteThatThePeerTurnsDownIsUnknownAndShowsWhy(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	p.create(t, "cable_map/runs/", `{"label":"taken","a_side":"r1","b_side":"r2","length":1}`)
	before := len(p.rows(t, "cable_map/runs/")) + len(p.rows(t, "dns-zones/zones/"))
	tests := []struct {
		name, person, call string
		status             int
		code, excerpt      string
	}{
		{
			"a rule across fields", "editor", `{"plugin":"cable_map","tool":"create_run","arguments":{"label":"new","a_side":"r1","b_side":"r1","length":1}}`,
			400, "response_status", `{"non_field_errors":["A run must end elsewhere than it begins."]}`,
		},
		{
			"a rule across objects", "editor", `{"plugin":"cable_map","tool":"create_run","arguments":{"label":"taken","a_side":"r1","b_side":"r3","length":1}}`,
			400, "response_status", `{"label":["run with this label already exists."]}`,
		},
		{
			"a rule of one field", "editor", `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":"example.org"}}`,
			400, "response_status", `{"name":["A zone's name ends with a dot."]}`,
		},
		{
			"no such object", "editor", `{"plugin":"cable_map","tool":"change_run","arguments":{"id":9223372036854775807,"length":2}}`,
			404, "response_status", `{"detail":"Not found."}`,
		},
		{
			"no permission to write", "reader", `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":"example.org."}}`,
			403, "response_status", `{"detail":"You do not have permission to perform this action."}`,
		},
		{
			"redirected to the path without its slash", "editor", `{"plugin":"dns-zones","tool":"import_zone","arguments":{"name":"example.org."}}`,
			301, "response_redirected", ``,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := as(t, p, test.person, writing)
			var got answer
			sent := targets(p.during(t, func() { got = b.call(t, test.call) }))
			if got.Outcome != "unknown" || got.Status != test.status || got.Code != test.code || got.Retry != "look first" {
				t.Errorf("%+v, want unknown with %d, %s", got, test.status, test.code)
			}
			if got.Excerpt != test.excerpt {
				t.Errorf("excerpt %s, want %s", got.Excerpt, test.excerpt)
			}
			if len(sent) != 1 || sent[0].Status != test.status {
				t.Errorf("sent %+v, want one request", sent)
			}
		})
	}
	if after := len(p.rows(t, "cable_map/runs/")) + len(p.rows(t, "dns-zones/zones/")); after != before {
		t.Errorf("%d objects are stored, want %d", after, before)
	}
}

func TestAThrottledWriteIsUnknownAndTellsWhenToReturn(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	first := p.create(t, "dns-zones/zones/", `{"name":"example.org."}`)
	other := p.create(t, "dns-zones/zones/", `{"name":"example.net."}`)
	b := as(t, p, "busy", writing)
	notify := func(id int) answer {
		return b.call(t, fmt.Sprintf(`{"plugin":"dns-zones","tool":"notify_zone","arguments":{"id":%d}}`, id))
	}
	if got := notify(first); got.Outcome != "completed" || got.Status != http.StatusOK {
		t.Fatalf("%+v, want the first to be let through", got)
	}
	got := notify(other)
	if got.Outcome != "unknown" || got.Status != http.StatusTooManyRequests || !strings.Contains(got.Excerpt, "Request was throttled.") {
		t.Errorf("%+v, want unknown with 429 and the detail", got)
	}
	expectRetryAfter(t, got)
	for _, zone := range p.rows(t, "dns-zones/zones/") {
		want := map[string]float64{"example.org.": 2, "example.net.": 1}[zone["name"].(string)]
		if zone["serial"] != want {
			t.Errorf("the serial of %s is %v, want %v", zone["name"], zone["serial"], want)
		}
	}
}

// expectRetryAfter wants a number of seconds within the hour of the throttle.
func expectRetryAfter(t *testing.T, got answer) {
	t.Helper()
	if seconds, err := strconv.Atoi(got.Headers["retry-after"]); err != nil || seconds < 1 || seconds > 3600 {
		t.Errorf("retry-after is %q, want the seconds until the hour is over", got.Headers["retry-after"])
	}
}
