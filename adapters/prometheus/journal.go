package prometheus

import (
	"context"

	client "github.com/prometheus/client_golang/prometheus"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// What becomes of a record.
const (
	recorded = "recorded"
	late     = "late" // it could not be recorded when it was due
)

// Journal counts what is recorded in next.
func (m *Metrics) Journal(next ports.Journal) ports.Journal { return journal{m, next} }

type journal struct {
	*Metrics
	ports.Journal
}

// Intend implements [ports.Journal].
func (j journal) Intend(ctx context.Context, entry domain.Entry) (string, error) {
	id, err := j.Journal.Intend(ctx, entry)
	j.journalIntents.WithLabelValues(codeOr(err, recorded)).Inc()
	return id, err
}

// Conclude implements [ports.Journal].
func (j journal) Conclude(ctx context.Context, id string, conclusion domain.Conclusion) error {
	err := j.Journal.Conclude(ctx, id, conclusion)
	result := recorded
	if err != nil {
		result = late
	}
	j.journalConclusions.WithLabelValues(result).Inc()
	return err
}

// Note implements [ports.Journal].
func (j journal) Note(ctx context.Context, entry domain.Entry) {
	j.Journal.Note(ctx, entry)
	j.journalNotes.Inc()
}

// WatchJournal adds how the journal is doing to every scrape. It is called at
// most once, where a journal is kept.
func (m *Metrics) WatchJournal(monitor ports.JournalMonitor) {
	m.registry.MustRegister(journalState{monitor, journalGauges()})
}

// journalState asks the journal whenever it is scraped.
type journalState struct {
	monitor ports.JournalMonitor
	gauges  []journalGauge
}

type journalGauge struct {
	description *client.Desc
	kind        client.ValueType
	of          func(domain.JournalState) float64
	stored      bool // in the database, which may not answer
}

func journalGauges() []journalGauge {
	describe := func(name, help string) *client.Desc {
		return client.NewDesc(client.BuildFQName(namespace, "journal", name), help, nil, nil)
	}
	return []journalGauge{
		{describe("queue", "Records of reads, dry runs and refusals that wait to be written."), client.GaugeValue,
			func(s domain.JournalState) float64 { return float64(s.Waiting) }, false},
		{describe("dropped_notes_total", "Records of reads, dry runs and refusals that were lost."), client.CounterValue,
			func(s domain.JournalState) float64 { return float64(s.Dropped) }, false},
		{describe("late_conclusions", "Outcomes of writes that are not recorded yet; they are tried again."), client.GaugeValue,
			func(s domain.JournalState) float64 { return float64(s.Late) }, false},
		{describe("unsettled", "Writes of all replicas whose outcome is unknown and not settled."), client.GaugeValue,
			func(s domain.JournalState) float64 { return float64(s.Unsettled) }, true},
	}
}

// Describe implements [client.Collector].
func (s journalState) Describe(descriptions chan<- *client.Desc) {
	for _, gauge := range s.gauges {
		descriptions <- gauge.description
	}
}

// Collect implements [client.Collector]. What cannot be told is missing from
// the scrape, which an alert on absence notices.
func (s journalState) Collect(metrics chan<- client.Metric) {
	state, err := s.monitor.State(context.Background())
	for _, gauge := range s.gauges {
		if gauge.stored && err != nil {
			continue
		}
		metrics <- client.MustNewConstMetric(gauge.description, gauge.kind, gauge.of(state))
	}
}
