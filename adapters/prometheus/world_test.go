package prometheus

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/redact"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// secret is everywhere that a caller, a plugin or the source of truth can put it.
const secret = "hunter2-hunter2"

// world is a bridge of use cases with every port watched.
type world struct {
	*Metrics
	now time.Time

	selectErr, gateErr, approveErr, intendErr, concludeErr error

	exchange domain.Exchange
	state    domain.JournalState
	stateErr error
}

func newWorld() *world {
	w := &world{now: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}
	w.Metrics = New("v1", redact.New(domain.NewSecret(secret)), &portsmock.ClockMock{NowFunc: func() time.Time { return w.now }})
	w.WatchJournal(&portsmock.JournalMonitorMock{StateFunc: func(context.Context) (domain.JournalState, error) { return w.state, w.stateErr }})
	return w
}

// call is one call from beginning to end, as the driving adapter makes it.
func (w *world) call(t *testing.T, request app.CallRequest) {
	t.Helper()
	source := w.Source(&portsmock.ToolSourceMock{
		SelectFunc: func(context.Context, domain.Access, string) (domain.Catalog, error) {
			return domain.NewCatalog(offered(t), nil, 1), w.selectErr
		},
		DispatchFunc: func(context.Context, domain.Access, domain.Target) domain.Exchange { return w.exchange },
	})
	validator := &portsmock.SchemaValidatorMock{ValidateFunc: func(schema.Schema, strictjson.Value) (fault.Findings, error) { return nil, nil }}
	gate := w.Gate(&portsmock.MutationGateMock{AdmitFunc: func(context.Context, domain.Tool) error { return w.gateErr }})
	approver := w.Approver(&portsmock.ApproverMock{ApproveFunc: func(context.Context, domain.Proposal) (domain.Approval, error) {
		return domain.NotAsked, w.approveErr
	}})
	journal := w.Journal(&portsmock.JournalMock{
		IntendFunc:         func(context.Context, domain.Entry) (string, error) { return "1", w.intendErr },
		ConcludeFunc:       func(context.Context, string, domain.Conclusion) error { return w.concludeErr },
		NoteFunc:           func(context.Context, domain.Entry) {},
		KeepsArgumentsFunc: func() bool { return false },
	})
	caller := app.NewCaller(source, validator, gate, approver, journal, w.clock, redact.New(), slog.New(slog.DiscardHandler))
	ctx, end := w.Observe(t.Context(), ports.Call{Tool: "plugin_call_tool"})
	request.Plugin = "p"
	end(caller.Call(ctx, request))
}

// offered are a read and a write of plugin p.
func offered(t *testing.T) []domain.Tool {
	t.Helper()
	document, err := strictjson.Parse([]byte(`{"type":"object","additionalProperties":false}`), domain.TargetBounds())
	if err != nil {
		t.Fatal(err)
	}
	input, err := schema.Parse(document, schema.QueryInput)
	if err != nil {
		t.Fatal(err)
	}
	tool := func(name string, method domain.Method, effect domain.Effect) domain.Tool {
		return domain.Tool{Plugin: "p", RequestPath: "/" + name + "/", ToolDescriptor: domain.ToolDescriptor{Name: name, Method: method, Effect: effect, Input: input}}
	}
	return []domain.Tool{tool("look", "GET", domain.Read), tool("add", "POST", domain.Write), tool("drop", "DELETE", domain.Destructive)}
}

// scrape is what a Prometheus server reads, without the runtime's metrics.
func (w *world) scrape(t *testing.T) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	w.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if recorder.Code != http.StatusOK {
		t.Fatalf("HTTP %d: %s", recorder.Code, recorder.Body)
	}
	var own strings.Builder
	for line := range strings.Lines(recorder.Body.String()) {
		if strings.Contains(line, namespace) {
			own.WriteString(line)
		}
	}
	return own.String()
}

// moved are the samples, other than those of time, that are in the second
// scrape and not in the first, without the namespace.
func moved(before, after string) []string {
	var samples []string
	for line := range strings.Lines(after) {
		if !strings.Contains(before, line) && !strings.HasPrefix(line, "#") && !strings.Contains(line, "_seconds_") {
			samples = append(samples, strings.TrimSuffix(strings.TrimPrefix(line, namespace+"_"), "\n"))
		}
	}
	return samples
}

var errDisk = errors.New("disk full")
