package opentelemetry

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// The attributes that no convention has.
const (
	requestKey = "mcp_bridge.request_id"
	pluginKey  = "mcp_bridge.plugin"
	toolKey    = "mcp_bridge.tool"
	effectKey  = "mcp_bridge.effect"
	outcomeKey = "mcp_bridge.outcome"
	codeKey    = "mcp_bridge.code"
	purposeKey = "mcp_bridge.purpose"
)

// asked is the outcome of a call that waits for a person's answer.
const asked = "asked"

var _ ports.Observer = (*Tracer)(nil)

// Observe implements [ports.Observer]: the call is a span that goes on with the
// caller's trace, if it told of one.
func (t *Tracer) Observe(ctx context.Context, call ports.Call) (context.Context, func(domain.Result)) {
	ctx, span := t.tracer.Start(t.follow(ctx, call), semconv.McpMethodNameToolsCall.Value.AsString()+" "+call.Tool,
		trace.WithSpanKind(trace.SpanKindServer),
		trace.WithAttributes(
			semconv.McpMethodNameToolsCall, semconv.GenAIOperationNameExecuteTool, semconv.GenAIToolName(call.Tool),
			t.text(string(semconv.McpProtocolVersionKey), call.Protocol), transport(call), attribute.String(requestKey, call.Request),
		))
	return ctx, func(result domain.Result) {
		if span.IsRecording() {
			t.conclude(span, result)
		}
		span.End()
	}
}

// follow puts the caller's trace into ctx. A state that could be a credential
// is not passed on.
func (t *Tracer) follow(ctx context.Context, call ports.Call) context.Context {
	carrier := propagation.MapCarrier{"traceparent": call.TraceParent}
	if t.redactor.Redact(call.TraceState) == call.TraceState {
		carrier["tracestate"] = call.TraceState
	}
	return propagation.TraceContext{}.Extract(ctx, carrier)
}

func transport(call ports.Call) attribute.KeyValue {
	if call.Network {
		return semconv.NetworkTransportTCP
	}
	return semconv.NetworkTransportPipe
}

// conclude describes how a call ended. The names are the caller's own if the
// call ended before its tool was found.
func (t *Tracer) conclude(span trace.Span, result domain.Result) {
	outcome := string(result.Outcome)
	if result.Question != nil {
		outcome = asked
	}
	span.SetAttributes(attribute.String(outcomeKey, outcome))
	for _, known := range []struct{ key, value string }{
		{pluginKey, result.Plugin}, {toolKey, result.Tool}, {effectKey, string(result.Effect)},
	} {
		if known.value != "" {
			span.SetAttributes(attribute.String(known.key, fault.ShownName(t.redactor.Redact(known.value))))
		}
	}
	if result.Fault != nil {
		span.SetAttributes(semconv.ErrorTypeKey.String("tool_error"), attribute.String(codeKey, string(result.Fault.Code)))
		span.SetStatus(codes.Error, string(result.Fault.Code))
	}
}
