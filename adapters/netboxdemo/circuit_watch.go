package netboxdemo

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// circuitWatch is a plugin that follows the maintenance windows of carriers.
type circuitWatch struct {
	maintenances []*maintenance
	feeds        []string // carriers whose announcements arrive
}

type maintenance struct {
	ID       json.Number `json:"id"`
	Circuit  string      `json:"circuit"`
	Provider string      `json:"provider"`
	Site     string      `json:"site"`
	Status   string      `json:"status"`
	StartsAt *time.Time  `json:"starts_at"` // nil while no date is known
	Minutes  int         `json:"duration_minutes"`
	Note     string      `json:"note"`
}

// The states of a maintenance.
const (
	announced    = "announced"
	acknowledged = "acknowledged"
	completed    = "completed"
)

func newCircuitWatch() *circuitWatch {
	at := func(month time.Month, day, hour int) *time.Time {
		t := time.Date(2031, month, day, hour, 0, 0, 0, time.UTC)
		return &t
	}
	return &circuitWatch{
		maintenances: []*maintenance{
			{"1204", "NL-AMS-FRA-0117", "northline", "ams1", completed, at(time.January, 14, 23), 120, "Done in time."},
			{"1371", "NL-FRA-VIE-0042", "northline", "fra1", announced, at(time.March, 3, 22), 240, ""},
			{"88213", "CG/100G/20931", "cablegrid", "fra1", acknowledged, at(time.March, 9, 1), 60, "Traffic moves to the southern ring."},
			{"9223372036854775807", "TS-SUBSEA-9", "tidesystems", "lis2", announced, nil, 2880, "Cable repair; the ship has no date yet."},
		},
		feeds: []string{"cablegrid", "northline"},
	}
}

func (w *circuitWatch) routes() []route {
	return []route{
		{tool: "list_maintenances", method: http.MethodGet, path: "maintenances/", operation: w.list},
		{tool: "get_maintenance", method: http.MethodGet, path: "maintenances/detail/", operation: w.get},
		{tool: "check_feed", method: http.MethodGet, path: "feeds/check/", operation: w.checkFeed},
		{tool: "acknowledge_maintenance", method: http.MethodPost, path: "maintenances/acknowledge/", operation: w.acknowledge},
		{tool: "postpone_maintenance", method: http.MethodPatch, path: "maintenances/postpone/", operation: w.postpone},
		{tool: "cancel_maintenance", method: http.MethodDelete, path: "maintenances/cancel/", operation: w.cancel},
	}
}

func (w *circuitWatch) list(c call) answer {
	var filters []func(*maintenance) bool
	if c.form.has("status") {
		status := c.form.choice("status", announced, acknowledged, completed)
		filters = append(filters, func(m *maintenance) bool { return m.Status == status })
	}
	if c.form.has("since") {
		since := c.form.moment("since")
		filters = append(filters, func(m *maintenance) bool { return m.StartsAt != nil && !m.StartsAt.Before(since) })
	}
	if c.form.has("site") {
		sites := c.form.texts("site")
		filters = append(filters, func(m *maintenance) bool { return slices.Contains(sites, m.Site) })
	}
	limit := c.form.between("limit", 1, 100, 20)
	if !c.form.ok() {
		return c.form.answer()
	}
	found := selectAll(w.maintenances, filters)
	slices.SortStableFunc(found, func(a, b *maintenance) int { return a.compareStart(b) })
	return page(found[:min(limit, len(found))], len(found))
}

// compareStart orders by start, those without a date last.
func (m *maintenance) compareStart(other *maintenance) int {
	switch {
	case m.StartsAt == nil && other.StartsAt == nil:
		return 0
	case m.StartsAt == nil:
		return 1
	case other.StartsAt == nil:
		return -1
	}
	return m.StartsAt.Compare(*other.StartsAt)
}

func (w *circuitWatch) get(c call) answer {
	m, refused := w.find(c)
	if m == nil {
		return refused
	}
	return reply(http.StatusOK, m)
}

func (w *circuitWatch) checkFeed(c call) answer {
	provider := c.form.text("provider")
	switch {
	case !c.form.ok():
		return c.form.answer()
	case !slices.Contains(w.feeds, provider):
		return detail(http.StatusNotFound, "No feed matches the given query.")
	}
	return reply(http.StatusOK, map[string]string{"provider": provider, "state": "up"})
}

func (w *circuitWatch) acknowledge(c call) answer {
	note := c.form.remark("note")
	m, refused := w.findOpen(c)
	if m == nil {
		return refused
	}
	m.Status = acknowledged
	if c.form.has("note") {
		m.Note = note
	}
	return reply(http.StatusOK, m)
}

func (w *circuitWatch) postpone(c call) answer {
	var start *time.Time
	if !c.form.isNull("starts_at") {
		at := c.form.moment("starts_at")
		start = &at
	}
	m, refused := w.findOpen(c)
	if m == nil {
		return refused
	}
	m.Status, m.StartsAt = announced, start
	return reply(http.StatusOK, m)
}

func (w *circuitWatch) cancel(c call) answer {
	m, refused := w.find(c)
	if m == nil {
		return refused
	}
	w.maintenances = slices.DeleteFunc(w.maintenances, func(other *maintenance) bool { return other == m })
	return answer{status: http.StatusNoContent}
}

// findOpen finds a maintenance that still lies ahead.
func (w *circuitWatch) findOpen(c call) (*maintenance, answer) {
	m, refused := w.find(c)
	if m != nil && m.Status == completed {
		return nil, c.form.refuse("id", "This maintenance is completed.")
	}
	return m, refused
}

// find finds the maintenance that the form's id names; nil comes with the
// answer that says why not.
func (w *circuitWatch) find(c call) (*maintenance, answer) {
	id := c.form.integer("id")
	if !c.form.ok() {
		return nil, c.form.answer()
	}
	i := slices.IndexFunc(w.maintenances, func(m *maintenance) bool { return m.ID == id })
	if i < 0 {
		return nil, detail(http.StatusNotFound, "No maintenance matches the given query.")
	}
	return w.maintenances[i], answer{}
}
