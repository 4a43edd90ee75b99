package prometheus

import (
	"cmp"
	"context"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// Values of labels where there is nothing to name.
const (
	none  = "none"  // the call ended before its tool was found, or has no effect of its own
	asked = "asked" // the call waits for a person's answer, which comes with another call
)

var _ ports.Observer = (*Metrics)(nil)

// Observe implements [ports.Observer].
func (m *Metrics) Observe(ctx context.Context, call ports.Call) (context.Context, func(domain.Result)) {
	begun := m.clock.Now()
	m.callsRunning.WithLabelValues(call.Tool).Inc()
	return ctx, func(result domain.Result) {
		m.callsRunning.WithLabelValues(call.Tool).Dec()
		m.callSeconds.WithLabelValues(call.Tool).Observe(m.clock.Now().Sub(begun).Seconds())
		m.ended(call, result)
	}
}

func (m *Metrics) ended(call ports.Call, result domain.Result) {
	outcome := string(result.Outcome)
	if result.Question != nil {
		outcome = asked
	}
	m.calls.WithLabelValues(call.Tool, outcome, cmp.Or(string(result.Effect), none)).Inc()
	if result.Effect != "" {
		plugin, tool := m.tools.labels(result.Plugin, result.Tool)
		m.toolCalls.WithLabelValues(plugin, tool, outcome).Inc()
	}
	if result.Fault != nil {
		m.faults.WithLabelValues(string(result.Fault.Code), string(result.Fault.Stage())).Inc()
	}
}
