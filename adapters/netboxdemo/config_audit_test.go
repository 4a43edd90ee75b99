package netboxdemo_test

import (
	"testing"
	"time"

	"mcpbridge/adapters/netboxdemo"
)

const auditing = "/api/plugins/config_audit/"

func TestAnAuditRunsByTheClock(t *testing.T) {
	now := time.Date(2031, 5, 1, 12, 0, 0, 0, time.FixedZone("", 7200))
	demo := netboxdemo.New(netboxdemo.Options{Token: secret, Clock: func() time.Time { return now }}).Handler()
	expect(t, demo, "POST", auditing+"audits/start/", `{"scope":"all"}`, 202, `{"job_id":9007199254740993,"status":"queued"}`)
	expect(t, demo, "POST", auditing+"audits/start/", `{"scope":"edge","devices":["b","a"]}`, 202, `{"job_id":9007199254740994,"status":"queued"}`)
	for _, step := range []struct {
		after           time.Duration
		state, finished string
	}{
		{0, "queued", "null"},
		{499 * time.Millisecond, "queued", "null"},
		{time.Millisecond, "running", "null"},
		{999 * time.Millisecond, "running", "null"},
		{time.Millisecond, "completed", `"2031-05-01T10:00:01.5Z"`},
		{time.Hour, "completed", `"2031-05-01T10:00:01.5Z"`},
	} {
		now = now.Add(step.after)
		expect(t, demo, "GET", auditing+"audits/status/?job_id=9007199254740994", "", 200,
			`{"devices":["b","a"],"finished_at":`+step.finished+`,"job_id":9007199254740994,"queued_at":"2031-05-01T10:00:00Z","scope":"edge","status":"`+step.state+`"}`)
	}
}

func TestThereIsNoJobBesideTheOnesStarted(t *testing.T) {
	demo := newDemo().Handler()
	send(t, demo, "POST", auditing+"audits/start/", `{"scope":"all"}`, nil)
	for _, id := range []string{"9007199254740992", "9007199254740994", "9223372036854775808", "-1"} {
		expect(t, demo, "GET", auditing+"audits/status/?job_id="+id, "", 404, `{"detail":"No job matches the given query."}`)
	}
}

func TestANumberComesBackDigitByDigit(t *testing.T) {
	for _, number := range []string{"1.10", "-0.0", "1e-7", "1E+5", "9223372036854775807", "10000000000000000000001", "0.1000000000000000055511151231257827"} {
		now := time.Date(2031, 5, 1, 12, 0, 0, 0, time.UTC)
		demo := netboxdemo.New(netboxdemo.Options{Token: secret, Clock: func() time.Time { return now }}).Handler()
		stored := `{"device":"d","metric":"octets","value":` + number + `,"recorded_at":"2031-05-01T12:00:00Z"}`
		expect(t, demo, "POST", auditing+"readings/record/", `{"device":"d","metric":"octets","value":`+number+`}`, 201, stored)
		expect(t, demo, "GET", auditing+"readings/?device=d", "", 200, `{"count":1,"results":[`+stored+`]}`)
	}
}

const (
	bgp  = `{"device":"edge-fra1-02","check":"bgp","severity":"critical","message":"A neighbour has no maximum-prefix limit.","found_at":"2031-02-11T04:30:00Z"}`
	ntp  = `{"device":"edge-fra1-02","check":"ntp","severity":"info","message":"Two servers are configured, three expected.","found_at":"2031-02-11T04:30:00Z"}`
	snmp = `{"device":"core-ams1-01","check":"snmp","severity":"warning","message":"A community string of the old scheme is present.","found_at":"2031-02-04T04:30:00Z"}`
)

func TestFindingsAreFiltered(t *testing.T) {
	demo := newDemo().Handler()
	expect(t, demo, "GET", auditing+"findings/", "", 200, `{"count":3,"results":[`+bgp+`,`+ntp+`,`+snmp+`]}`)
	expect(t, demo, "GET", auditing+"findings/?device=core-ams1-01", "", 200, `{"count":1,"results":[`+snmp+`]}`)
	expect(t, demo, "GET", auditing+"findings/?device=edge-fra1-02&severity=info", "", 200, `{"count":1,"results":[`+ntp+`]}`)
}

func TestABaselineDecidesWhichFindingsCount(t *testing.T) {
	demo := newDemo().Handler()
	expect(t, demo, "PUT", auditing+"baselines/set/", `{"device":"edge-fra1-02","checks":["ntp"]}`, 200, `{"device":"edge-fra1-02","checks":["ntp"],"enabled":true}`)
	expect(t, demo, "GET", auditing+"findings/", "", 200, `{"count":2,"results":[`+ntp+`,`+snmp+`]}`)
	expect(t, demo, "PUT", auditing+"baselines/set/", `{"device":"edge-fra1-02","checks":["ntp"],"enabled":false}`, 200, `{"device":"edge-fra1-02","checks":["ntp"],"enabled":false}`)
	expect(t, demo, "GET", auditing+"findings/", "", 200, `{"count":1,"results":[`+snmp+`]}`)
}

func TestPurgeDeletesWhatIsOlder(t *testing.T) {
	demo := newDemo().Handler()
	expect(t, demo, "DELETE", auditing+"reports/purge/", `{"before":"2031-02-11T04:30:00Z"}`, 204, ``)
	expect(t, demo, "GET", auditing+"findings/", "", 200, `{"count":2,"results":[`+bgp+`,`+ntp+`]}`)
}

func TestConfigAuditChecksItsFields(t *testing.T) {
	for _, test := range []struct{ method, path, body, answer string }{
		{"POST", "audits/start/", `{"scope":"moon","devices":[]}`, `{"devices":["Expected a list of items that is not empty."],"scope":["This is not a valid choice."]}`},
		{"POST", "audits/start/", `{"scope":"all","devices":["a","a"]}`, `{"devices":["Expected different, not blank strings."]}`},
		{"GET", "audits/status/", "", `{"job_id":["This field is required."]}`},
		{"GET", "findings/?severity=loud", "", `{"severity":["This is not a valid choice."]}`},
		{"PUT", "baselines/set/", `{"device":"d","checks":["dns"],"enabled":"yes"}`, `{"checks":["This is not a valid choice."],"enabled":["Must be a valid boolean."]}`},
		{"POST", "readings/record/", `{"device":"d","metric":"octets","value":"1"}`, `{"value":["A valid number is required."]}`},
		{"GET", "readings/", "", `{"device":["This field is required."]}`},
		{"DELETE", "reports/purge/", `{"before":"2031-02-30T00:00:00Z"}`, `{"before":["Datetime has wrong format. Use YYYY-MM-DDThh:mm:ss with an offset from UTC."]}`},
	} {
		demo := newDemo()
		expect(t, demo.Handler(), test.method, auditing+test.path, test.body, 400, test.answer)
		if len(demo.Applied()) != 0 {
			t.Errorf("%s: a refused request is recorded as applied", test.path)
		}
	}
}
