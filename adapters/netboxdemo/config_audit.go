package netboxdemo

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// configAudit is a plugin that compares devices with their baselines, in jobs
// that outlive the request that starts them.
type configAudit struct {
	audits    []audit // the job at index i has the id firstJob+i
	findings  []finding
	baselines map[string]baseline
	readings  []reading
}

// firstJob is the id of the first job. It is the first integer that binary64
// cannot hold, so that a client which rounds ids follows no job at all.
const firstJob = 1<<53 + 1

// How long a job stays queued and when it is completed, from its start.
const (
	queueTime = 500 * time.Millisecond
	auditTime = 1500 * time.Millisecond
)

type audit struct {
	scope   string
	devices []string
	queued  time.Time
}

type finding struct {
	Device   string    `json:"device"`
	Check    string    `json:"check"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	FoundAt  time.Time `json:"found_at"`
}

type baseline struct {
	Device  string   `json:"device"`
	Checks  []string `json:"checks"`
	Enabled bool     `json:"enabled"`
}

type reading struct {
	Device     string      `json:"device"`
	Metric     string      `json:"metric"`
	Value      json.Number `json:"value"`
	RecordedAt time.Time   `json:"recorded_at"`
}

func newConfigAudit() *configAudit {
	at := func(day int) time.Time { return time.Date(2031, time.February, day, 4, 30, 0, 0, time.UTC) }
	return &configAudit{
		findings: []finding{
			{"edge-fra1-02", "bgp", "critical", "A neighbour has no maximum-prefix limit.", at(11)},
			{"edge-fra1-02", "ntp", "info", "Two servers are configured, three expected.", at(11)},
			{"core-ams1-01", "snmp", "warning", "A community string of the old scheme is present.", at(4)},
		},
		baselines: make(map[string]baseline),
		readings:  []reading{{"edge-fra1-02", "optical_power_dbm", "-2.30", at(11)}},
	}
}

func (a *configAudit) routes() []route {
	return []route{
		{tool: "start_audit", method: http.MethodPost, path: "audits/start/", operation: a.start},
		{tool: "audit_status", method: http.MethodGet, path: "audits/status/", operation: a.status},
		{tool: "list_findings", method: http.MethodGet, path: "findings/", operation: a.listFindings},
		{tool: "set_baseline", method: http.MethodPut, path: "baselines/set/", operation: a.setBaseline},
		{tool: "record_reading", method: http.MethodPost, path: "readings/record/", operation: a.record},
		{tool: "list_readings", method: http.MethodGet, path: "readings/", operation: a.listReadings},
		{tool: "purge_reports", method: http.MethodDelete, path: "reports/purge/", operation: a.purge},
	}
}

func (a *configAudit) start(c call) answer {
	job := audit{scope: c.form.choice("scope", "core", "edge", "all"), devices: []string{}, queued: c.now}
	if c.form.has("devices") {
		job.devices = c.form.texts("devices")
	}
	if !c.form.ok() {
		return c.form.answer()
	}
	a.audits = append(a.audits, job)
	id := firstJob + int64(len(a.audits)) - 1
	return reply(http.StatusAccepted, map[string]any{"job_id": id, "status": "queued"})
}

// status tells how far a job has come by the clock, so that asking changes
// nothing.
func (a *configAudit) status(c call) answer {
	id := c.form.integer("job_id")
	if !c.form.ok() {
		return c.form.answer()
	}
	n, err := strconv.ParseInt(id.String(), 10, 64)
	if err != nil || n < firstJob || n >= firstJob+int64(len(a.audits)) {
		return detail(http.StatusNotFound, "No job matches the given query.")
	}
	job := a.audits[n-firstJob]
	state, finished := job.progress(c.now)
	return reply(http.StatusOK, map[string]any{
		"job_id": n, "status": state, "scope": job.scope, "devices": job.devices,
		"queued_at": job.queued, "finished_at": finished,
	})
}

func (j audit) progress(now time.Time) (state string, finished *time.Time) {
	switch age := now.Sub(j.queued); {
	case age < queueTime:
		return "queued", nil
	case age < auditTime:
		return "running", nil
	}
	end := j.queued.Add(auditTime)
	return "completed", &end
}

func (a *configAudit) listFindings(c call) answer {
	filters := []func(finding) bool{a.isChecked}
	if c.form.has("device") {
		device := c.form.text("device")
		filters = append(filters, func(f finding) bool { return f.Device == device })
	}
	if c.form.has("severity") {
		severity := c.form.choice("severity", "info", "warning", "critical")
		filters = append(filters, func(f finding) bool { return f.Severity == severity })
	}
	if !c.form.ok() {
		return c.form.answer()
	}
	found := selectAll(a.findings, filters)
	return page(found, len(found))
}

// isChecked reports whether a finding still counts under its device's baseline.
// A device without one is checked for everything.
func (a *configAudit) isChecked(f finding) bool {
	set, ok := a.baselines[f.Device]
	return !ok || set.Enabled && slices.Contains(set.Checks, f.Check)
}

func (a *configAudit) setBaseline(c call) answer {
	set := baseline{Device: c.form.text("device"), Checks: c.form.texts("checks"), Enabled: c.form.boolean("enabled", true)}
	known := []string{"aaa", "bgp", "ntp", "snmp"}
	if slices.ContainsFunc(set.Checks, func(check string) bool { return !slices.Contains(known, check) }) {
		c.form.refuse("checks", "This is not a valid choice.")
	}
	if !c.form.ok() {
		return c.form.answer()
	}
	a.baselines[set.Device] = set
	return reply(http.StatusOK, set)
}

func (a *configAudit) record(c call) answer {
	read := reading{
		Device:     c.form.text("device"),
		Metric:     c.form.choice("metric", "optical_power_dbm", "clock_offset_s", "octets"),
		Value:      c.form.number("value"),
		RecordedAt: c.now,
	}
	if !c.form.ok() {
		return c.form.answer()
	}
	a.readings = append(a.readings, read)
	return reply(http.StatusCreated, read)
}

func (a *configAudit) listReadings(c call) answer {
	device := c.form.text("device")
	if !c.form.ok() {
		return c.form.answer()
	}
	found := selectAll(a.readings, []func(reading) bool{func(r reading) bool { return r.Device == device }})
	return page(found, len(found))
}

func (a *configAudit) purge(c call) answer {
	before := c.form.moment("before")
	if !c.form.ok() {
		return c.form.answer()
	}
	a.findings = slices.DeleteFunc(a.findings, func(f finding) bool { return f.FoundAt.Before(before) })
	return answer{status: http.StatusNoContent}
}
