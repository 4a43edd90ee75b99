package opentelemetry

import (
	"bytes"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"mcpbridge/domain"
	"mcpbridge/domain/redact"
)

// secret is everywhere that a caller, a plugin or the source of truth can put it.
const secret = "hunter2-hunter2"

// received is an OTLP/HTTP collector that keeps what it is sent.
type received struct {
	url string

	mutex    sync.Mutex
	raw      bytes.Buffer
	header   http.Header
	path     string
	resource map[string]any
	spans    []span
}

// span is a span as the test looks at it.
type span struct {
	*otlp.Span
	trace, id, parent string
	attributes        map[string]any
}

// collect starts a collector, which answers with the status.
func collect(t *testing.T, status int) *received {
	t.Helper()
	r := &received{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		raw, err := io.ReadAll(request.Body)
		if err != nil {
			t.Error(err)
		}
		r.take(t, request, raw)
		w.Header().Set("Content-Type", "application/x-protobuf")
		w.WriteHeader(status)
	}))
	t.Cleanup(web.Close)
	r.url = web.URL
	return r
}

func (r *received) take(t *testing.T, request *http.Request, raw []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.raw.Write(raw)
	r.header, r.path = request.Header, request.URL.Path
	var export collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(raw, &export); err != nil {
		t.Error(err)
	}
	for _, resource := range export.GetResourceSpans() {
		r.resource = valuesOf(resource.GetResource().GetAttributes())
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				r.spans = append(r.spans, span{
					s, hex.EncodeToString(s.GetTraceId()), hex.EncodeToString(s.GetSpanId()), hex.EncodeToString(s.GetParentSpanId()), valuesOf(s.GetAttributes()),
				})
			}
		}
	}
}

func valuesOf(attributes []*common.KeyValue) map[string]any {
	values := map[string]any{}
	for _, attribute := range attributes {
		switch value := attribute.GetValue().GetValue().(type) {
		case *common.AnyValue_StringValue:
			values[attribute.GetKey()] = value.StringValue
		case *common.AnyValue_IntValue:
			values[attribute.GetKey()] = value.IntValue
		default:
			values[attribute.GetKey()] = attribute.GetValue().String()
		}
	}
	return values
}

// start makes a tracer that sends to the collector; its log goes to lines.
func start(t *testing.T, r *received, lines io.Writer) *Tracer {
	t.Helper()
	tracer, err := Start(t.Context(), Options{
		Endpoint: r.url + "/", Headers: map[string]string{"x-key": "collector-key"}, Service: "mcp-bridge", Version: "v1",
	}, redact.New(domain.NewSecret(secret)), slog.New(slog.NewTextHandler(lines, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return tracer
}
