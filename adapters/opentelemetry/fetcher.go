package opentelemetry

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// Fetcher makes a span of each request of next that belongs to a call. The base
// is where next sends them. The trace is not told to the source of truth, which
// would learn what it has no need to know.
func (t *Tracer) Fetcher(next ports.Fetcher, base *url.URL) ports.Fetcher {
	return fetcher{t, next, base.Scheme + "://" + base.Host + strings.TrimSuffix(base.EscapedPath(), "/"), server(base)}
}

type fetcher struct {
	*Tracer
	next   ports.Fetcher
	prefix string // of every URL
	server []attribute.KeyValue
}

func server(base *url.URL) []attribute.KeyValue {
	port, err := strconv.Atoi(base.Port())
	switch {
	case err == nil:
	case base.Scheme == "https":
		port = 443
	default:
		port = 80
	}
	return []attribute.KeyValue{semconv.ServerAddress(base.Hostname()), semconv.ServerPort(port)}
}

// Fetch implements [ports.Fetcher].
func (f fetcher) Fetch(ctx context.Context, request ports.Request) domain.Exchange {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return f.next.Fetch(ctx, request)
	}
	ctx, span := f.tracer.Start(ctx, string(request.Method),
		trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(f.server...),
		trace.WithAttributes(
			semconv.HTTPRequestMethodKey.String(string(request.Method)),
			// Without the query, which holds the arguments.
			f.text(string(semconv.URLFullKey), f.prefix+request.Path),
			attribute.String(purposeKey, string(request.Purpose)),
		))
	defer span.End()
	exchange := f.next.Fetch(ctx, request)
	if exchange.Status != 0 {
		span.SetAttributes(semconv.HTTPResponseStatusCode(exchange.Status))
	}
	if reason := failure(exchange); reason != "" {
		span.SetAttributes(semconv.ErrorTypeKey.String(reason))
		span.SetStatus(codes.Error, reason)
	}
	return exchange
}

// failure is why an exchange counts as failed for its client, "" if it does not.
func failure(exchange domain.Exchange) string {
	switch {
	case exchange.Fault != nil:
		return string(exchange.Fault.Code)
	case exchange.Status >= 400:
		return strconv.Itoa(exchange.Status)
	}
	return ""
}
