package bridge

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/adapters/config"
	"mcpbridge/adapters/gate"
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/adapters/opentelemetry"
	"mcpbridge/adapters/prometheus"
	appnetbox "mcpbridge/app/netbox"
	"mcpbridge/domain"
	"mcpbridge/ports"
)

// NewMetrics makes the metrics, which count whether or not anybody reads them.
func NewMetrics(redactor ports.Redactor, clock ports.Clock, monitor ports.JournalMonitor) *prometheus.Metrics {
	metrics := prometheus.New(Version(), redactor, clock)
	if monitor != nil {
		metrics.WatchJournal(monitor)
	}
	return metrics
}

// NewTracer makes the tracer, which makes no spans unless there is a collector.
func NewTracer(ctx context.Context, settings config.Settings, identity mcpserver.Identity, redactor ports.Redactor, log *slog.Logger) (*opentelemetry.Tracer, func(), error) {
	tracer, err := opentelemetry.Start(ctx, opentelemetry.Options{
		Endpoint: settings.Collector, Headers: revealed(settings.CollectorHeaders), Service: identity.Name, Version: identity.Version,
	}, redactor, log)
	if err != nil {
		return nil, nil, err
	}
	return tracer, tracer.Stop, nil
}

func revealed(secrets map[string]domain.Secret) map[string]string {
	texts := make(map[string]string, len(secrets))
	for name, secret := range secrets {
		texts[name] = secret.Reveal()
	}
	return texts
}

// NewObservers are those who watch every call.
func NewObservers(metrics *prometheus.Metrics, tracer *opentelemetry.Tracer) []ports.Observer {
	return []ports.Observer{metrics, tracer}
}

// WatchedFetcher counts and traces the requests to the NetBox.
func WatchedFetcher(client *boundedhttp.Client, upstream Upstream, metrics *prometheus.Metrics, tracer *opentelemetry.Tracer) (ports.Fetcher, error) {
	base, err := url.Parse(upstream.URL)
	if err != nil {
		return nil, fmt.Errorf("read the URL of NetBox: %w", err)
	}
	return tracer.Fetcher(metrics.Fetcher(client), base), nil
}

// WatchedSource counts the discoveries.
func WatchedSource(plugins *appnetbox.Plugins, metrics *prometheus.Metrics) ports.ToolSource {
	return metrics.Source(plugins)
}

// WatchedGate counts what the gate decides.
func WatchedGate(writes gate.Scoped, metrics *prometheus.Metrics) ports.MutationGate {
	return metrics.Gate(writes)
}

// WatchedApprover counts what people decide.
func WatchedApprover(approver *mcpserver.Approver, metrics *prometheus.Metrics) ports.Approver {
	return metrics.Approver(approver)
}

// WatchedJournal counts what is recorded.
func WatchedJournal(journal Journal, metrics *prometheus.Metrics) ports.Journal {
	return metrics.Journal(journal.Recorder)
}
