package opentelemetry

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// scope names what makes the spans.
const scope = "mcpbridge"

// tracesPath is where a collector takes traces, below its endpoint (OTLP 1.x,
// "OTLP/HTTP Request").
const tracesPath = "/v1/traces"

// lastWords is how long the last spans of a process may take to be sent.
const lastWords = 5 * time.Second

// Options say where the spans go and who sends them.
type Options struct {
	Endpoint string            // of an OTLP/HTTP collector, as a URL; "" sends nothing
	Headers  map[string]string // for the collector, such as its credential
	Service  string
	Version  string
}

// Tracer makes spans. It is safe for concurrent use.
type Tracer struct {
	tracer   trace.Tracer
	redactor ports.Redactor
	stop     func(context.Context) error
	log      *slog.Logger
}

// Start makes the tracer, which sends spans from time to time until [Tracer.Stop].
// The environment's other OTEL variables are honoured as the SDK reads them.
func Start(ctx context.Context, options Options, redactor ports.Redactor, log *slog.Logger) (*Tracer, error) {
	t := &Tracer{tracer: noop.NewTracerProvider().Tracer(scope), redactor: redactor, log: log}
	t.stop = func(context.Context) error { return nil }
	if options.Endpoint == "" {
		return t, nil
	}
	exporter, err := otlptrace.New(ctx, newUploader(strings.TrimSuffix(options.Endpoint, "/")+tracesPath, options.Headers))
	if err != nil {
		return nil, fmt.Errorf("prepare the export of traces: %w", err)
	}
	described, err := resource.New(ctx,
		resource.WithAttributes(semconv.ServiceName(options.Service), semconv.ServiceVersion(options.Version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe this process for traces: %w", err)
	}
	// The library tells what it could not send to nobody but this handler,
	// which the whole process has one of.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.WarnContext(ctx, "traces could not be exported", "error", err) }))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(described))
	t.tracer, t.stop = provider.Tracer(scope, trace.WithInstrumentationVersion(options.Version), trace.WithSchemaURL(semconv.SchemaURL)), provider.Shutdown
	return t, nil
}

// Stop sends the spans that are left. Calls must have ended.
func (t *Tracer) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if err := t.stop(ctx); err != nil {
		t.log.Warn("the last traces could not be exported", "error", err)
	}
}

// text is an attribute that may hold what a caller or a plugin chose.
func (t *Tracer) text(key, value string) attribute.KeyValue {
	return attribute.String(key, fault.Clip(t.redactor.Redact(value), fault.MaxText))
}
