package netboxdemo_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mcpbridge/adapters/netboxdemo"
)

func TestOnlyTheTokenInItsOwnSchemeIsAccepted(t *testing.T) {
	const v2 = "nbt_abcdefghijkl.0123456789"
	const missing, wrong = `{"detail":"Authentication credentials were not provided."}`, `{"detail":"Invalid token"}`
	for _, test := range []struct{ name, token, header, refusal string }{
		{"v1 token", secret, "Token " + secret, ""},
		{"v2 token", v2, "Bearer " + v2, ""},
		{"no token", secret, "", missing},
		{"another token", secret, "Token " + v2, wrong},
		{"v1 token as Bearer", secret, "Bearer " + secret, wrong},
		{"v2 token as Token", v2, "Token " + v2, wrong},
		{"a longer token", secret, "Token " + secret + "0", wrong},
	} {
		t.Run(test.name, func(t *testing.T) {
			demo := netboxdemo.New(netboxdemo.Options{Token: test.token})
			for _, path := range []string{"/api/plugins/", "/api/plugins/ip_ledger/", "/api/plugins/ip_ledger/mcp/", "/api/plugins/ip_ledger/prefixes/"} {
				response := send(t, demo.Handler(), "GET", path, "", http.Header{"Authorization": {test.header}})
				body := text(t, response)
				if test.refusal == "" && response.StatusCode != 200 || test.refusal != "" && (response.StatusCode != 403 || body != test.refusal) {
					t.Errorf("%s: %d %s", path, response.StatusCode, body)
				}
			}
		})
	}
}

func TestARandomTokenIsFreshAndAccepted(t *testing.T) {
	one, other := netboxdemo.New(netboxdemo.Options{}), netboxdemo.New(netboxdemo.Options{})
	if one.Token() == other.Token() || !regexp.MustCompile(`^nbt_[A-Z2-7]{12}\.[A-Z2-7]{40}$`).MatchString(one.Token()) {
		t.Errorf("tokens %q and %q", one.Token(), other.Token())
	}
	response := send(t, one.Handler(), "GET", "/api/plugins/", "", http.Header{"Authorization": {"Bearer " + one.Token()}})
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}

func TestLinksAreBuiltFromTheRequest(t *testing.T) {
	for _, test := range []struct {
		name, base, host, proto, want string
	}{
		{"at the root", "", "demo.example", "", "http://demo.example"},
		{"below a prefix", "/netbox", "demo.example", "", "http://demo.example/netbox"},
		{"behind a proxy", "", "ipam.example:8443", "https", "https://ipam.example:8443"},
	} {
		t.Run(test.name, func(t *testing.T) {
			demo := netboxdemo.New(netboxdemo.Options{Token: secret, BasePath: test.base})
			get := func(path string) string {
				r := httptest.NewRequest("GET", test.base+path, nil)
				r.Host = test.host
				r.Header.Set("Authorization", "Token "+secret)
				r.Header.Set("X-Forwarded-Proto", test.proto)
				w := httptest.NewRecorder()
				demo.Handler().ServeHTTP(w, r)
				return text(t, w.Result())
			}
			link := func(path string) string { return `"` + test.want + path + `"` }
			for path, want := range map[string]string{
				"/api/plugins/": `{"asset_labels":` + link("/api/plugins/asset_labels/") + `,"circuit-watch":` + link("/api/plugins/circuit-watch/") +
					`,"config_audit":` + link("/api/plugins/config_audit/") + `,"installed-plugins":` + link("/api/plugins/installed-plugins/") +
					`,"legacy_sync":` + link("/api/plugins/legacy_sync/") + `,"null":` + link("/api/plugins/ip_ledger/") + `}`,
				"/api/plugins/asset_labels/": `{"labels":` + link("/api/plugins/asset_labels/labels/") + `}`,
				"/api/plugins/circuit-watch/": `{"maintenances":` + link("/api/plugins/circuit-watch/maintenances/") +
					`,"mcp":{"manifest":` + link("/api/plugins/circuit-watch/mcp/") + `,"schema_version":"1"}}`,
				"/api/plugins/ip_ledger/": `{"mcp":{"manifest":"/api/plugins/ip_ledger/mcp/","schema_version":"1"},"prefixes":` + link("/api/plugins/ip_ledger/prefixes/") + `}`,
			} {
				if got := get(path); got != want {
					t.Errorf("%s\n got %s\nwant %s", path, got, want)
				}
			}
		})
	}
}

func TestInstalledPluginsIsAnArrayForStaffOnly(t *testing.T) {
	const path = "/api/plugins/installed-plugins/"
	expect(t, newDemo().Handler(), "GET", path, "", 403, `{"detail":"You do not have permission to perform this action."}`)
	staff := netboxdemo.New(netboxdemo.Options{Token: secret, Staff: true})
	if body := text(t, send(t, staff.Handler(), "GET", path, "", nil)); !strings.HasPrefix(body, `[{"name":"asset_labels","package":"asset_labels","version":"1.0.0"},{"name":"circuit-watch","package":"circuit_watch"`) {
		t.Errorf("got %s", body)
	}
}

func TestTheFrameAnswersAsDjangoDoes(t *testing.T) {
	demo := netboxdemo.New(netboxdemo.Options{Token: secret, BasePath: "/netbox"}).Handler()
	expect(t, demo, "GET", "/netbox/api/plugins/nobody/", "", 404, `{"detail":"Not found."}`)
	expect(t, demo, "GET", "/api/plugins/", "", 404, `{"detail":"Not found."}`)
	expect(t, demo, "PUT", "/netbox/api/plugins/", "{}", 405, `{"detail":"Method \"PUT\" not allowed."}`)
	expect(t, demo, "GET", "/netbox/api/plugins/asset_labels/labels/", "", 200, `{"count":0,"results":[]}`)

	t.Run("a missing slash is a redirect", func(t *testing.T) {
		response := send(t, demo, "GET", "/netbox/api/plugins/ip_ledger/prefixes?site=ams1", "", nil)
		if got := response.Header.Get("Location"); response.StatusCode != 301 || got != "/netbox/api/plugins/ip_ledger/prefixes/?site=ams1" {
			t.Errorf("%d to %q", response.StatusCode, got)
		}
	})
	t.Run("headers", func(t *testing.T) {
		header := send(t, demo, "GET", "/netbox/api/plugins/ip_ledger/prefixes/", "", nil).Header
		for name, want := range map[string]string{
			"Content-Type": `^application/json$`, "Api-Version": `^4\.5$`, "Allow": `^GET, HEAD$`, "Content-Length": `^\d+$`,
			"X-Request-Id": `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
		} {
			if !regexp.MustCompile(want).MatchString(header.Get(name)) {
				t.Errorf("%s: %q does not match %s", name, header.Get(name), want)
			}
		}
	})
}

func TestABodyThatIsNoObjectIsRefused(t *testing.T) {
	for _, test := range []struct {
		name, media, body string
		status            int
		answer            string
	}{
		{"another media type", "text/plain", `{}`, 415, `{"detail":"Unsupported media type in request."}`},
		{"not JSON", "application/json", `{`, 400, `{"detail":"JSON parse error"}`},
		{"two values", "application/json", `{} {}`, 400, `{"detail":"JSON parse error"}`},
		{"an array", "application/json", `[]`, 400, `{"non_field_errors":["Invalid data. Expected a dictionary."]}`},
		{"too large", "application/json", strings.Repeat(" ", 1<<20+1), 400, `{"detail":"The request body could not be read."}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			demo := newDemo()
			response := send(t, demo.Handler(), "POST", "/api/plugins/ip_ledger/prefixes/reserve/", test.body, http.Header{"Content-Type": {test.media}})
			if got := text(t, response); response.StatusCode != test.status || got != test.answer {
				t.Errorf("%d %s", response.StatusCode, got)
			}
			if len(demo.Applied()) != 0 {
				t.Error("the refused request is recorded as applied")
			}
		})
	}
}

func TestRequestsAreRecordedWithoutCredentials(t *testing.T) {
	now := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	demo := netboxdemo.New(netboxdemo.Options{Token: secret, Clock: func() time.Time { return now }})
	send(t, demo.Handler(), "GET", "/api/plugins/ip_ledger/prefixes/?site=a%20b", "", http.Header{"Cookie": {"sessionid=1"}, "X-Netbox-Branch": {"lab"}})
	send(t, demo.Handler(), "DELETE", "/nowhere/", "{}", http.Header{"Authorization": {"Bearer wrong"}})
	requests := demo.Requests()
	if len(requests) != 2 {
		t.Fatalf("%d requests", len(requests))
	}
	one, other := requests[0], requests[1]
	if one.Sequence != 1 || !one.Time.Equal(now) || one.Method != "GET" || one.Path != "/api/plugins/ip_ledger/prefixes/" || one.Query != "site=a%20b" || one.Scheme != "Token" || one.Header.Get("X-NetBox-Branch") != "lab" {
		t.Errorf("first request %+v", one)
	}
	if other.Sequence != 2 || other.Method != "DELETE" || other.Scheme != "Bearer" {
		t.Errorf("second request %+v", other)
	}
	if all := fmt.Sprint(requests); strings.Contains(all, secret) || strings.Contains(all, "sessionid") {
		t.Error("a credential was recorded")
	}
}

func TestTheRecordKeepsTheLatest(t *testing.T) {
	demo := newDemo()
	for range 4096 + 10 {
		send(t, demo.Handler(), "GET", "/", "", nil)
	}
	requests := demo.Requests()
	if len(requests) != 4096 || requests[0].Sequence != 11 || requests[4095].Sequence != 4106 {
		t.Errorf("%d requests from %d to %d", len(requests), requests[0].Sequence, requests[len(requests)-1].Sequence)
	}
}

func TestOfManyAtOnceExactlyOneReserves(t *testing.T) {
	demo := newDemo()
	statuses := make([]int, 16)
	var group sync.WaitGroup
	for i := range statuses {
		group.Go(func() {
			statuses[i] = send(t, demo.Handler(), "POST", "/api/plugins/ip_ledger/prefixes/reserve/", `{"prefix":"192.0.2.0/24","site":"ams1"}`, nil).StatusCode
		})
	}
	group.Wait()
	created := 0
	for _, status := range statuses {
		if status == http.StatusCreated {
			created++
		}
	}
	if applied := demo.Applied(); created != 1 || len(applied) != 1 || applied[0].Sequence != 1 {
		t.Errorf("%d created, %d applied", created, len(applied))
	}
}

func TestTheDelayHoldsBackEveryRequestUntilTheClientGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		demo := netboxdemo.New(netboxdemo.Options{Token: secret, Delay: time.Minute})
		start := time.Now()
		expect(t, demo.Handler(), "GET", "/nowhere/", "", 404, `{"detail":"Not found."}`)
		if held := time.Since(start); held != time.Minute {
			t.Errorf("held back for %v", held)
		}

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, "DELETE", "/api/plugins/circuit-watch/maintenances/cancel/", bytes.NewBufferString(`{"id":1371}`))
		r.Header = http.Header{"Authorization": {"Token " + secret}, "Content-Type": {"application/json"}}
		demo.Handler().ServeHTTP(httptest.NewRecorder(), r)
		if len(demo.Applied()) != 0 {
			t.Error("the request of a client that has gone was applied")
		}
	})
}
