package netboxdemo_test

import (
	"regexp"
	"strings"
	"testing"
)

const watch = "/api/plugins/circuit-watch/"

func TestMaintenancesAreFilteredAndOrdered(t *testing.T) {
	for _, test := range []struct{ name, query, ids, count string }{
		{"all, without a date last", "", "1204 1371 88213 9223372036854775807", "4"},
		{"by status", "?status=announced", "1371 9223372036854775807", "2"},
		{"by start, the instant included", "?since=2031-03-03T23:00:00%2B01:00", "1371 88213", "2"},
		{"by any of several sites", "?site=ams1&site=lis2", "1204 9223372036854775807", "2"},
		{"by one site", "?site=fra1", "1371 88213", "2"},
		{"by everything", "?status=announced&since=2031-01-01T00:00:00Z&site=fra1", "1371", "1"},
		{"limited, the count is of all", "?limit=1", "1204", "4"},
		{"an empty value filters nothing", "?status=&site=", "1204 1371 88213 9223372036854775807", "4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := text(t, send(t, newDemo().Handler(), "GET", watch+"maintenances/"+test.query, "", nil))
			var ids []string
			for _, match := range regexp.MustCompile(`"id":(\d+)`).FindAllStringSubmatch(body, -1) {
				ids = append(ids, match[1])
			}
			if got := strings.Join(ids, " "); got != test.ids || !strings.HasPrefix(body, `{"count":`+test.count+`,`) {
				t.Errorf("ids %s in %s", got, body)
			}
		})
	}
}

func TestAMaintenanceGoesThroughItsLife(t *testing.T) {
	demo := newDemo().Handler()
	const head = `{"id":9223372036854775807,"circuit":"TS-SUBSEA-9","provider":"tidesystems","site":"lis2",`
	const noted = `,"duration_minutes":2880,"note":"Ship is near."}`
	for _, step := range []struct {
		method, path, body string
		status             int
		answer             string
	}{
		{"GET", "maintenances/detail/?id=9223372036854775807", "", 200, head + `"status":"announced","starts_at":null,"duration_minutes":2880,"note":"Cable repair; the ship has no date yet."}`},
		{"POST", "maintenances/acknowledge/", `{"id":9223372036854775807,"note":"Ship is near."}`, 200, head + `"status":"acknowledged","starts_at":null` + noted},
		{"POST", "maintenances/acknowledge/", `{"id":9223372036854775807}`, 200, head + `"status":"acknowledged","starts_at":null` + noted},
		{"PATCH", "maintenances/postpone/", `{"id":9223372036854775807,"starts_at":"2031-06-01T08:00:00+02:00"}`, 200, head + `"status":"announced","starts_at":"2031-06-01T08:00:00+02:00"` + noted},
		{"PATCH", "maintenances/postpone/", `{"id":9223372036854775807,"starts_at":null}`, 200, head + `"status":"announced","starts_at":null` + noted},
		{"DELETE", "maintenances/cancel/", `{"id":9223372036854775807}`, 204, ``},
		{"DELETE", "maintenances/cancel/", `{"id":9223372036854775807}`, 404, `{"detail":"No maintenance matches the given query."}`},
		{"GET", "maintenances/detail/?id=9223372036854775807", "", 404, `{"detail":"No maintenance matches the given query."}`},
	} {
		expect(t, demo, step.method, watch+step.path, step.body, step.status, step.answer)
	}
}

func TestAFeedIsCheckedByStatus(t *testing.T) {
	demo := newDemo().Handler()
	for provider, status := range map[string]int{"northline": 200, "tidesystems": 404, "": 400} {
		if got := send(t, demo, "HEAD", watch+"feeds/check/?provider="+provider, "", nil).StatusCode; got != status {
			t.Errorf("%q: %d, want %d", provider, got, status)
		}
	}
}

func TestCircuitWatchChecksItsFields(t *testing.T) {
	for _, test := range []struct{ method, path, body, answer string }{
		{"GET", "maintenances/?status=over&limit=101&since=tomorrow", "", `{"limit":["Ensure this value is between 1 and 100."],"since":["Datetime has wrong format. Use YYYY-MM-DDThh:mm:ss with an offset from UTC."],"status":["This is not a valid choice."]}`},
		{"GET", "maintenances/?limit=ten", "", `{"limit":["A valid integer is required."]}`},
		{"GET", "maintenances/?site=a&site=a", "", `{"site":["Expected different, not blank strings."]}`},
		{"GET", "maintenances/detail/", "", `{"id":["This field is required."]}`},
		{"GET", "maintenances/detail/?id=1.5", "", `{"id":["A valid integer is required."]}`},
		{"POST", "maintenances/acknowledge/", `{"id":1371,"note":7}`, `{"note":["Not a valid string."]}`},
		{"POST", "maintenances/acknowledge/", `{"id":1371,"note":"` + strings.Repeat("x", 201) + `"}`, `{"note":["Ensure this field has no more than 200 characters."]}`},
		{"POST", "maintenances/acknowledge/", `{"id":1204}`, `{"id":["This maintenance is completed."]}`},
		{"PATCH", "maintenances/postpone/", `{"id":1371}`, `{"starts_at":["This field is required."]}`},
		{"PATCH", "maintenances/postpone/", `{"id":1371,"starts_at":"2031-06-01T08:00:00"}`, `{"starts_at":["Datetime has wrong format. Use YYYY-MM-DDThh:mm:ss with an offset from UTC."]}`},
		{"DELETE", "maintenances/cancel/", `{"id":null}`, `{"id":["This field may not be null."]}`},
	} {
		demo := newDemo()
		expect(t, demo.Handler(), test.method, watch+test.path, test.body, 400, test.answer)
		if len(demo.Applied()) != 0 {
			t.Errorf("%s: a refused request is recorded as applied", test.path)
		}
	}
}

func TestAnIntegralFractionIsAnInteger(t *testing.T) {
	response := send(t, newDemo().Handler(), "DELETE", watch+"maintenances/cancel/", `{"id":1371.0}`, nil)
	if response.StatusCode != 204 {
		t.Errorf("status %d", response.StatusCode)
	}
}
