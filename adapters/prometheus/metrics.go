package prometheus

import (
	"net/http"

	client "github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// namespace begins the name of every metric of the bridge's own.
const namespace = "mcp_bridge"

// Metrics are the counters of one process. They are safe for concurrent use.
type Metrics struct {
	registry *client.Registry
	clock    ports.Clock
	tools    *tools

	calls        *client.CounterVec
	callSeconds  *client.HistogramVec
	callsRunning *client.GaugeVec
	toolCalls    *client.CounterVec
	faults       *client.CounterVec

	upstreamRequests *client.CounterVec
	upstreamSeconds  *client.HistogramVec
	upstreamBytes    *client.CounterVec

	discoveries       *client.CounterVec
	discoverySeconds  *client.HistogramVec
	discoveryProblems *client.CounterVec

	gate      *client.CounterVec
	approvals *client.CounterVec

	journalIntents     *client.CounterVec
	journalConclusions *client.CounterVec
	journalNotes       client.Counter

	httpRequests *client.CounterVec
	httpRefusals *client.CounterVec
}

// New makes the metrics, all at zero.
func New(version string, redactor ports.Redactor, clock ports.Clock) *Metrics {
	m := &Metrics{registry: client.NewRegistry(), clock: clock, tools: newTools(redactor)}
	m.declare(version)
	m.foresee()
	return m
}

// declare makes and registers every metric; this is the list of them.
func (m *Metrics) declare(version string) {
	m.gauges("build_info", "1, with the version of the bridge.", "version").WithLabelValues(version).Set(1)

	m.calls = m.counters("calls_total", "Calls of the bridge's own tools, by how they ended.", "mcp_tool", "outcome", "effect")
	m.callSeconds = m.seconds("call_duration_seconds", "How long calls of the bridge's own tools took, discovery and questions to a person included.", "mcp_tool")
	m.callsRunning = m.gauges("calls_in_flight", "Calls of the bridge's own tools that are under way.", "mcp_tool")
	m.toolCalls = m.counters("tool_calls_total", "Calls of plugins' tools that exist, by how they ended.", "plugin", "tool", "outcome")
	m.faults = m.counters("faults_total", "Calls that did not succeed, by the reason.", "code", "stage")

	m.upstreamRequests = m.counters("upstream_requests_total", "Requests to the source of truth, by what came of them: a class of HTTP status, or the code of a fault.", "purpose", "result")
	m.upstreamSeconds = m.seconds("upstream_request_duration_seconds", "How long requests to the source of truth took.", "purpose")
	m.upstreamBytes = m.counters("upstream_response_bytes_total", "Bytes of the bodies that the source of truth answered with, decompressed.", "purpose")

	m.discoveries = m.counters("discoveries_total", "Discoveries, of all plugins or of one, by what came of them: ok, or the code of a fault.", "kind", "result")
	m.discoverySeconds = m.seconds("discovery_duration_seconds", "How long discoveries took.", "kind")
	m.discoveryProblems = m.counters("discovery_problems_total", "Plugins that a discovery could not use, by the reason.", "code")

	m.gate = m.counters("gate_decisions_total", "What the operator's switch for writes decided.", "effect", "decision")
	m.approvals = m.counters("approval_decisions_total", "How writes were let through, or not, by asking a person.", "effect", "decision")

	m.journalIntents = m.counters("journal_intents_total", "Writes to be recorded before they are sent: recorded, or the code of a fault.", "result")
	m.journalConclusions = m.counters("journal_conclusions_total", "Outcomes of writes to be recorded.", "result")
	m.journalNotes = m.counters("journal_notes_total", "Records of reads, dry runs and refusals that were handed to the journal.").WithLabelValues()

	m.httpRequests = m.counters("http_requests_total", "HTTP requests by status; those that a guard refused are counted among them.", "code", "method")
	m.httpRefusals = m.counters("http_refusals_total", "HTTP requests that were refused before they were looked into, by the guard that did so.", "guard")
}

// foresee makes the series whose first increment must not go unseen: a series
// that appears with its first event has no rate.
func (m *Metrics) foresee() {
	for _, effect := range []domain.Effect{domain.Write, domain.Destructive} {
		m.gate.WithLabelValues(string(effect), admitted)
		m.gate.WithLabelValues(string(effect), closed)
	}
	m.journalConclusions.WithLabelValues(recorded)
	m.journalConclusions.WithLabelValues(late)
}

func (m *Metrics) counters(name, help string, labels ...string) *client.CounterVec {
	return register(m, client.NewCounterVec(client.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels))
}

func (m *Metrics) gauges(name, help string, labels ...string) *client.GaugeVec {
	return register(m, client.NewGaugeVec(client.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels))
}

// seconds makes a histogram from 5 ms up to what a scan may take.
func (m *Metrics) seconds(name, help string, labels ...string) *client.HistogramVec {
	buckets := []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, domain.MaxScanTime.Seconds()}
	return register(m, client.NewHistogramVec(client.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels))
}

func register[C client.Collector](m *Metrics, metric C) C {
	m.registry.MustRegister(metric)
	return metric
}

// Handler answers a Prometheus server. One scrape at a time is enough, and a
// metric that cannot be read does not hide the others. What it also tells of
// the process itself is made here, since that takes a part of a start in which
// nobody may ask for it.
func (m *Metrics) Handler() http.Handler {
	process := client.NewRegistry()
	process.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(client.Gatherers{m.registry, process}, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}

// CountRequests counts the requests that next answers, by their status.
func (m *Metrics) CountRequests(next http.Handler) http.Handler {
	return promhttp.InstrumentHandlerCounter(m.httpRequests, next)
}

// CountRefusals returns what counts the refusals of the guards, each of which
// has its series from the start.
func (m *Metrics) CountRefusals(guards []string) func(guard string) {
	for _, guard := range guards {
		m.httpRefusals.WithLabelValues(guard)
	}
	return func(guard string) { m.httpRefusals.WithLabelValues(guard).Inc() }
}
