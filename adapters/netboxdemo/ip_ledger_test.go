package netboxdemo_test

import "testing"

const ledger = "/api/plugins/ip_ledger/"

func TestAPrefixIsReservedFoundAndReleased(t *testing.T) {
	demo := newDemo().Handler()
	const entry = `{"prefix":"198.51.100.64/26","site":"ams1","status":"reserved","purpose":"Lab <A&B>"}`
	const request = `{"prefix":"198.51.100.64/26","site":"ams1","purpose":"Lab <A&B>"}`
	for _, step := range []struct {
		method, path, body string
		status             int
		answer             string
	}{
		{"GET", "prefixes/?address=198.51.100.70", "", 200, `{"count":0,"results":[]}`},
		{"POST", "prefixes/reserve/", request, 201, entry},
		{"POST", "prefixes/reserve/", request, 400, `{"prefix":["This prefix overlaps one that is already in the ledger."]}`},
		{"GET", "prefixes/?address=198.51.100.70", "", 200, `{"count":1,"results":[` + entry + `]}`},
		{"GET", "prefixes/?site=ams1", "", 200, `{"count":2,"results":[{"prefix":"198.51.100.0/26","site":"ams1","status":"active","purpose":"Server access"},` + entry + `]}`},
		{"GET", "prefixes/utilisation/?prefix=198.51.100.64/26", "", 200, `{"prefix":"198.51.100.64/26","percent_used":0,"octets_in":0,"octets_total":0}`},
		{"POST", "prefixes/release/", `{"prefix":"198.51.100.64/26"}`, 200, entry},
		{"POST", "prefixes/release/", `{"prefix":"198.51.100.64/26"}`, 404, `{"detail":"No prefix matches the given query."}`},
		{"GET", "prefixes/?address=198.51.100.70", "", 200, `{"count":0,"results":[]}`},
	} {
		expect(t, demo, step.method, ledger+step.path, step.body, step.status, step.answer)
	}
}

func TestCountersKeepEveryDigit(t *testing.T) {
	expect(t, newDemo().Handler(), "GET", ledger+"prefixes/utilisation/?prefix=2001:db8::/36", "", 200,
		`{"prefix":"2001:db8::/36","percent_used":1.10,"octets_in":9223372036854775807,"octets_total":10000000000000000000001}`)
}

func TestIPLedgerChecksItsFields(t *testing.T) {
	for _, test := range []struct{ method, path, body, answer string }{
		{"GET", "prefixes/?address=198.51.100", "", `{"address":["Enter a valid IPv4 or IPv6 address."]}`},
		{"POST", "prefixes/reserve/", `{}`, `{"prefix":["This field is required."],"site":["This field is required."]}`},
		{"POST", "prefixes/reserve/", `{"prefix":"192.0.2.0/33","site":" "}`, `{"prefix":["Enter a valid IPv4 or IPv6 prefix in CIDR notation."],"site":["This field may not be blank."]}`},
		{"POST", "prefixes/reserve/", `{"prefix":"192.0.2.1/24","site":"ams1"}`, `{"prefix":["The prefix has host bits; did you mean 192.0.2.0/24?"]}`},
		{"POST", "prefixes/reserve/", `{"prefix":"203.0.113.0/24","site":"ams1"}`, `{"prefix":["This prefix overlaps one that is already in the ledger."]}`},
		{"POST", "prefixes/release/", `{"prefix":"198.51.100.0/26"}`, `{"prefix":["Only a reserved prefix can be released."]}`},
		{"GET", "prefixes/utilisation/", "", `{"prefix":["This field is required."]}`},
	} {
		demo := newDemo()
		expect(t, demo.Handler(), test.method, ledger+test.path, test.body, 400, test.answer)
		if len(demo.Applied()) != 0 {
			t.Errorf("%s: a refused request is recorded as applied", test.path)
		}
	}
}
