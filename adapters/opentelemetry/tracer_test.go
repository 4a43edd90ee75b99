package opentelemetry

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/trace"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/redact"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

const (
	traceID  = "0af7651916cd43dd8448eb211c80319c"
	parentID = "b7ad6b7169203331"
)

// write is a call of a write with two requests, each with a secret wherever
// there is a place for one.
func write(t *testing.T, tracer *Tracer, call ports.Call, exchange domain.Exchange, result domain.Result) {
	t.Helper()
	base, err := url.Parse("https://user:" + secret + "@source.example/nb/")
	if err != nil {
		t.Fatal(err)
	}
	fetcher := tracer.Fetcher(&portsmock.FetcherMock{FetchFunc: func(_ context.Context, request ports.Request) domain.Exchange {
		if request.Purpose == ports.Discovery {
			return domain.Exchange{Reach: domain.Answered, Status: 200, Body: []byte(secret)}
		}
		return exchange
	}}, base)
	ctx, end := tracer.Observe(t.Context(), call)
	for _, request := range []ports.Request{
		{Purpose: ports.Discovery, Method: "GET", Path: "/api/plugins/"},
		{Purpose: ports.Target, Method: "POST", Path: "/api/plugins/p/" + secret + "/"},
	} {
		request.Query, request.Body, request.Authorization = "password="+secret, []byte(secret), domain.NewSecret(secret)
		request.Headers = []domain.Header{{Name: "X-Secret", Value: secret}}
		fetcher.Fetch(ctx, request)
	}
	end(result)
}

func aCall() ports.Call {
	return ports.Call{
		Tool: "plugin_call_tool", Request: "ID7", Protocol: "2026-07-28", Network: true,
		TraceParent: "00-" + traceID + "-" + parentID + "-01", TraceState: "vendor=1",
	}
}

func TestACallIsOneSpanWithItsRequestsBelow(t *testing.T) {
	r := collect(t, http.StatusOK)
	tracer := start(t, r, io.Discard)
	write(t, tracer, aCall(), domain.Exchange{Reach: domain.Answered, Status: 500, Body: []byte(secret)}, domain.Result{
		Outcome: domain.Unknown, Plugin: "p", Tool: "add", Effect: domain.Write, Status: 500, Excerpt: secret, Journal: secret,
		Target: &domain.Target{Body: []byte(secret)}, Fault: fault.New(fault.ResponseStatus, secret),
	})
	tracer.Stop()

	if r.path != "/v1/traces" || r.header.Get("X-Key") != "collector-key" {
		t.Errorf("sent to %s with %v", r.path, r.header)
	}
	if r.resource["service.name"] != "mcp-bridge" || r.resource["service.version"] != "v1" {
		t.Errorf("the spans come from %v", r.resource)
	}
	if len(r.spans) != 3 {
		t.Fatalf("%d spans", len(r.spans))
	}
	discovery, target, call := r.spans[0], r.spans[1], r.spans[2] // as they ended
	if call.trace != traceID || call.parent != parentID || call.GetTraceState() != "vendor=1" {
		t.Errorf("the call is in trace %s below %s with %q", call.trace, call.parent, call.GetTraceState())
	}
	for _, expected := range []struct {
		span
		name       string
		kind       otlp.Span_SpanKind
		status     otlp.Status_StatusCode
		attributes map[string]any
	}{
		{call, "tools/call plugin_call_tool", otlp.Span_SPAN_KIND_SERVER, otlp.Status_STATUS_CODE_ERROR, map[string]any{
			"mcp.method.name": "tools/call", "mcp.protocol.version": "2026-07-28", "network.transport": "tcp",
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "plugin_call_tool", "error.type": "tool_error",
			"mcp_bridge.request_id": "ID7", "mcp_bridge.plugin": "p", "mcp_bridge.tool": "add", "mcp_bridge.effect": "write",
			"mcp_bridge.outcome": "unknown", "mcp_bridge.code": "response_status",
		}},
		{discovery, "GET", otlp.Span_SPAN_KIND_CLIENT, otlp.Status_STATUS_CODE_UNSET, map[string]any{
			"http.request.method": "GET", "http.response.status_code": int64(200), "mcp_bridge.purpose": "discovery",
			"url.full": "https://source.example/nb/api/plugins/", "server.address": "source.example", "server.port": int64(443),
		}},
		{target, "POST", otlp.Span_SPAN_KIND_CLIENT, otlp.Status_STATUS_CODE_ERROR, map[string]any{
			"http.request.method": "POST", "http.response.status_code": int64(500), "error.type": "500", "mcp_bridge.purpose": "target",
			"url.full": "https://source.example/nb/api/plugins/p/[redacted]/", "server.address": "source.example", "server.port": int64(443),
		}},
	} {
		if expected.GetName() != expected.name || expected.GetKind() != expected.kind || expected.GetStatus().GetCode() != expected.status {
			t.Errorf("span %s of kind %s with status %s", expected.GetName(), expected.GetKind(), expected.GetStatus())
		}
		if !reflect.DeepEqual(expected.span.attributes, expected.attributes) {
			t.Errorf("%s has\n%v\nwant\n%v", expected.name, expected.span.attributes, expected.attributes)
		}
		if expected.id != call.id && (expected.trace != traceID || expected.parent != call.id) {
			t.Errorf("%s is in trace %s below %s", expected.name, expected.trace, expected.parent)
		}
	}
	if bytes.Contains(r.raw.Bytes(), []byte(secret)) {
		t.Error("the export shows a secret")
	}
}

func TestTheEndOfACallIsDescribed(t *testing.T) {
	for name, test := range map[string]struct {
		result domain.Result
		want   map[string]any // what else a span has than a completed list
	}{
		"a list":              {domain.Result{Outcome: domain.Completed}, map[string]any{"mcp_bridge.outcome": "completed"}},
		"a question":          {domain.Result{Question: &domain.Question{Text: secret}}, map[string]any{"mcp_bridge.outcome": "asked"}},
		"a name of a secret":  {domain.Result{Outcome: domain.Completed, Plugin: secret}, map[string]any{"mcp_bridge.outcome": "completed", "mcp_bridge.plugin": "[redacted]"}},
		"a name that is long": {domain.Result{Outcome: domain.Completed, Tool: strings.Repeat("é", 70)}, map[string]any{"mcp_bridge.outcome": "completed", "mcp_bridge.tool": "(a name of 70 characters)"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := collect(t, http.StatusOK)
			tracer := start(t, r, io.Discard)
			_, end := tracer.Observe(t.Context(), ports.Call{Tool: "plugin_list_tools"})
			end(test.result)
			tracer.Stop()
			got := map[string]any{}
			for key, value := range r.spans[0].attributes {
				if strings.HasPrefix(key, "mcp_bridge.") && key != requestKey {
					got[key] = value
				}
			}
			if !reflect.DeepEqual(got, test.want) || r.spans[0].GetStatus().GetCode() != otlp.Status_STATUS_CODE_UNSET {
				t.Errorf("got %v, want %v", got, test.want)
			}
			if bytes.Contains(r.raw.Bytes(), []byte(secret)) {
				t.Error("the export shows a secret")
			}
		})
	}
}

func TestTheCallersTraceIsFollowedOnlyIfItIsOne(t *testing.T) {
	for name, test := range map[string]struct {
		parent, state   string
		follows, passes bool
	}{
		"a trace":                  {"00-" + traceID + "-" + parentID + "-01", "vendor=1", true, true},
		"no trace":                 {"", "", false, false},
		"nonsense":                 {secret, "vendor=1", false, false},
		"a trace of zeros":         {"00-" + strings.Repeat("0", 32) + "-" + parentID + "-01", "", false, false},
		"a state of nonsense":      {"00-" + traceID + "-" + parentID + "-01", "\x00", true, false},
		"a state that is a secret": {"00-" + traceID + "-" + parentID + "-01", "vendor=" + secret, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := collect(t, http.StatusOK)
			tracer := start(t, r, io.Discard)
			call := aCall()
			call.TraceParent, call.TraceState = test.parent, test.state
			_, end := tracer.Observe(t.Context(), call)
			end(domain.Result{Outcome: domain.Completed})
			tracer.Stop()
			s := r.spans[0]
			if (s.trace == traceID) != test.follows || (s.parent == parentID) != test.follows || (s.GetTraceState() != "") != test.passes {
				t.Errorf("in trace %s below %q with %q", s.trace, s.parent, s.GetTraceState())
			}
			if bytes.Contains(r.raw.Bytes(), []byte(secret)) {
				t.Error("the export shows a secret")
			}
		})
	}
}

func TestACallThatIsNotSampledSendsNothing(t *testing.T) {
	r := collect(t, http.StatusOK)
	tracer := start(t, r, io.Discard)
	call := aCall()
	call.TraceParent = strings.TrimSuffix(call.TraceParent, "01") + "00"
	write(t, tracer, call, domain.Exchange{}, domain.Result{Outcome: domain.Completed})
	tracer.Stop()
	if len(r.spans) != 0 {
		t.Errorf("%d spans", len(r.spans))
	}
}

func TestARequestOutsideOfCallsIsNotTraced(t *testing.T) {
	r := collect(t, http.StatusOK)
	tracer := start(t, r, io.Discard)
	fetcher := tracer.Fetcher(&portsmock.FetcherMock{FetchFunc: func(context.Context, ports.Request) domain.Exchange {
		return domain.Exchange{Status: 204}
	}}, &url.URL{Scheme: "http", Host: "n.example"})
	if got := fetcher.Fetch(t.Context(), ports.Request{Purpose: ports.Readiness}); got.Status != 204 {
		t.Errorf("the exchange became %+v", got)
	}
	tracer.Stop()
	if len(r.spans) != 0 {
		t.Errorf("%d spans", len(r.spans))
	}
}

func TestWithoutACollectorNothingIsMade(t *testing.T) {
	tracer, err := Start(t.Context(), Options{}, redact.New(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := tracer.Observe(t.Context(), aCall())
	if trace.SpanFromContext(ctx).IsRecording() {
		t.Error("a span is recorded")
	}
	write(t, tracer, aCall(), domain.Exchange{}, domain.Result{Outcome: domain.Completed})
	end(domain.Result{Outcome: domain.Completed})
	tracer.Stop()
}

func TestACollectorThatRefusesIsLoggedAndStopsNothing(t *testing.T) {
	r := collect(t, http.StatusForbidden)
	var lines bytes.Buffer
	tracer := start(t, r, &lines)
	write(t, tracer, aCall(), domain.Exchange{Status: 200}, domain.Result{Outcome: domain.Completed})
	tracer.Stop()
	if !strings.Contains(lines.String(), "level=WARN") || !strings.Contains(lines.String(), "exported") || !strings.Contains(lines.String(), "403") {
		t.Errorf("logged %s", lines.String())
	}
	if strings.Contains(lines.String(), "collector-key") {
		t.Errorf("the log shows the collector's credential: %s", lines.String())
	}
}

// A redirect would carry the collector's credential to whoever it names.
func TestNoRedirectIsFollowed(t *testing.T) {
	other := collect(t, http.StatusOK)
	away := httptest.NewServer(http.RedirectHandler(other.url, http.StatusTemporaryRedirect))
	t.Cleanup(away.Close)
	var lines bytes.Buffer
	tracer := start(t, &received{url: away.URL}, &lines)
	write(t, tracer, aCall(), domain.Exchange{Status: 200}, domain.Result{Outcome: domain.Completed})
	tracer.Stop()
	if other.header != nil || !strings.Contains(lines.String(), "307") {
		t.Errorf("the other was sent %v, logged %s", other.header, lines.String())
	}
}

// A collector that answers without an end is left after a while.
func TestALongAnswerIsNotReadToItsEnd(t *testing.T) {
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1024)); err != nil {
				return
			}
		}
	}))
	t.Cleanup(endless.Close)
	var lines bytes.Buffer
	tracer := start(t, &received{url: endless.URL}, &lines)
	write(t, tracer, aCall(), domain.Exchange{Status: 200}, domain.Result{Outcome: domain.Completed})
	tracer.Stop()
	if lines.Len() != 0 {
		t.Errorf("logged %s", lines.String())
	}
}

func TestPortsOfTheSource(t *testing.T) {
	for base, want := range map[string]int64{"http://n.example": 80, "https://n.example": 443, "https://n.example:8443": 8443, "http://[::1]:8000": 8000} {
		address, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		attributes := server(address)
		if attributes[0].Value.AsString() != address.Hostname() || attributes[1].Value.AsInt64() != want {
			t.Errorf("%s: %v", base, attributes)
		}
	}
}
