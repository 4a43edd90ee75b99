package prometheus

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	client "github.com/prometheus/client_golang/prometheus"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

func answered(status int, body string) domain.Exchange {
	return domain.Exchange{Reach: domain.Answered, Status: status, Body: []byte(body)}
}

func TestEachOutcomeMovesItsCounters(t *testing.T) {
	for name, test := range map[string]struct {
		set     func(*world)
		request app.CallRequest
		want    []string
	}{
		"a read that completes": {
			func(w *world) { w.exchange = answered(200, `{}`) }, app.CallRequest{Tool: "look"}, []string{
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="read",mcp_tool="plugin_call_tool",outcome="completed"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`journal_notes_total 1`,
				`tool_calls_total{outcome="completed",plugin="p",tool="look"} 1`,
			}},
		"a read that fails": {
			func(w *world) { w.exchange = answered(302, ``) }, app.CallRequest{Tool: "look"}, []string{
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="read",mcp_tool="plugin_call_tool",outcome="failed"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`faults_total{code="response_redirected",stage="response"} 1`,
				`journal_notes_total 1`,
				`tool_calls_total{outcome="failed",plugin="p",tool="look"} 1`,
			}},
		"a dry run": {
			func(*world) {}, app.CallRequest{Tool: "add", DryRun: true}, []string{
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="previewed"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`journal_notes_total 1`,
				`tool_calls_total{outcome="previewed",plugin="p",tool="add"} 1`,
			}},
		"a write that completes": {
			func(w *world) { w.exchange = answered(201, `{}`) }, app.CallRequest{Tool: "add"}, []string{
				`approval_decisions_total{decision="not_asked",effect="write"} 1`,
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="completed"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`gate_decisions_total{decision="admitted",effect="write"} 1`,
				`journal_conclusions_total{result="recorded"} 1`,
				`journal_intents_total{result="recorded"} 1`,
				`tool_calls_total{outcome="completed",plugin="p",tool="add"} 1`,
			}},
		"a write that is unknown, and whose outcome cannot be recorded": {
			func(w *world) { w.exchange, w.concludeErr = answered(500, secret), errDisk }, app.CallRequest{Tool: "drop"}, []string{
				`approval_decisions_total{decision="not_asked",effect="destructive"} 1`,
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="destructive",mcp_tool="plugin_call_tool",outcome="unknown"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`faults_total{code="response_status",stage="response"} 1`,
				`gate_decisions_total{decision="admitted",effect="destructive"} 1`,
				`journal_conclusions_total{result="late"} 1`,
				`journal_intents_total{result="recorded"} 1`,
				`tool_calls_total{outcome="unknown",plugin="p",tool="drop"} 1`,
			}},
		"a write that the gate refuses": {
			func(w *world) { w.gateErr = fault.New(fault.GateClosed, "closed") }, app.CallRequest{Tool: "add"}, []string{
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="refused"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`faults_total{code="gate_closed",stage="gate"} 1`,
				`gate_decisions_total{decision="closed",effect="write"} 1`,
				`journal_notes_total 1`,
				`tool_calls_total{outcome="refused",plugin="p",tool="add"} 1`,
			}},
		"a write that a person declines": {
			func(w *world) { w.approveErr = fault.New(fault.ApprovalRefused, "declined") }, app.CallRequest{Tool: "add"}, []string{
				`approval_decisions_total{decision="approval_refused",effect="write"} 1`,
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="refused"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`faults_total{code="approval_refused",stage="approval"} 1`,
				`gate_decisions_total{decision="admitted",effect="write"} 1`,
				`journal_notes_total 1`,
				`tool_calls_total{outcome="refused",plugin="p",tool="add"} 1`,
			}},
		"a write that waits for a person": {
			func(w *world) { w.approveErr = &domain.Question{Text: secret} }, app.CallRequest{Tool: "add"}, []string{
				`approval_decisions_total{decision="asked",effect="write"} 1`,
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="asked"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`gate_decisions_total{decision="admitted",effect="write"} 1`,
				`tool_calls_total{outcome="asked",plugin="p",tool="add"} 1`,
			}},
		"a write that repeats an unknown one": {
			func(w *world) { w.intendErr = fault.New(fault.UnknownUnsettled, "unsettled") }, app.CallRequest{Tool: "add"}, []string{
				`approval_decisions_total{decision="not_asked",effect="write"} 1`,
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="write",mcp_tool="plugin_call_tool",outcome="refused"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`faults_total{code="unknown_unsettled",stage="journal"} 1`,
				`gate_decisions_total{decision="admitted",effect="write"} 1`,
				`journal_intents_total{result="unknown_unsettled"} 1`,
				`journal_notes_total 1`,
				`tool_calls_total{outcome="refused",plugin="p",tool="add"} 1`,
			}},
		"a tool that does not exist has no label": {
			func(*world) {}, app.CallRequest{Tool: secret}, []string{
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="none",mcp_tool="plugin_call_tool",outcome="refused"} 1`,
				`discoveries_total{kind="one",result="ok"} 1`,
				`faults_total{code="tool_unknown",stage="find"} 1`,
				`journal_notes_total 1`,
			}},
		"a discovery that fails": {
			func(w *world) { w.selectErr = fault.New(fault.SourceTimeout, secret) }, app.CallRequest{Tool: "look"}, []string{
				`calls_in_flight{mcp_tool="plugin_call_tool"} 0`,
				`calls_total{effect="none",mcp_tool="plugin_call_tool",outcome="refused"} 1`,
				`discoveries_total{kind="one",result="source_timeout"} 1`,
				`faults_total{code="source_timeout",stage="discovery"} 1`,
				`journal_notes_total 1`,
			}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			test.set(w)
			before := w.scrape(t)
			w.call(t, test.request)
			after := w.scrape(t)
			if got := moved(before, after); !reflect.DeepEqual(got, test.want) {
				t.Errorf("moved\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if strings.Contains(after, secret) {
				t.Errorf("the metrics show a secret:\n%s", after)
			}
		})
	}
}

func TestRequestsToTheSourceAreCountedByWhatCameOfThem(t *testing.T) {
	for _, test := range []struct {
		exchange domain.Exchange
		want     []string
	}{
		{answered(200, "12345"), []string{
			`upstream_requests_total{purpose="discovery",result="2xx"} 1`,
			`upstream_response_bytes_total{purpose="discovery"} 5`,
		}},
		{answered(404, ""), []string{
			`upstream_requests_total{purpose="discovery",result="4xx"} 1`,
			`upstream_response_bytes_total{purpose="discovery"} 0`,
		}},
		{domain.Exchange{Reach: domain.Answered, Status: 200, Body: []byte("123"), Fault: fault.New(fault.BodyTooLarge, "large")}, []string{
			`upstream_requests_total{purpose="discovery",result="body_too_large"} 1`,
			`upstream_response_bytes_total{purpose="discovery"} 3`,
		}},
	} {
		w := newWorld()
		before := w.scrape(t)
		fetcher := w.Fetcher(&portsmock.FetcherMock{FetchFunc: func(context.Context, ports.Request) domain.Exchange {
			w.now = w.now.Add(300 * time.Millisecond)
			return test.exchange
		}})
		got := fetcher.Fetch(t.Context(), ports.Request{Purpose: ports.Discovery, Path: "/" + secret, Authorization: domain.NewSecret(secret)})
		if !reflect.DeepEqual(got, test.exchange) {
			t.Errorf("the exchange became %+v", got)
		}
		after := w.scrape(t)
		if moved := moved(before, after); !reflect.DeepEqual(moved, test.want) || strings.Contains(after, secret) {
			t.Errorf("moved %q, want %q", moved, test.want)
		}
		for _, line := range []string{
			`upstream_request_duration_seconds_bucket{purpose="discovery",le="0.25"} 0`,
			`upstream_request_duration_seconds_bucket{purpose="discovery",le="0.5"} 1`,
			`upstream_request_duration_seconds_sum{purpose="discovery"} 0.3`,
		} {
			if !strings.Contains(after, line) {
				t.Errorf("%s is not in the scrape", line)
			}
		}
	}
}

func TestAScanIsCountedWithItsProblems(t *testing.T) {
	w := newWorld()
	before := w.scrape(t)
	bad := func(code fault.Code) domain.Problem {
		return domain.Problem{Plugin: secret, Fault: fault.New(code, secret)}
	}
	source := w.Source(&portsmock.ToolSourceMock{ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
		return domain.NewCatalog(nil, []domain.Problem{bad(fault.ManifestInvalid), bad(fault.SourceStatus), bad(fault.ManifestInvalid)}, 3), nil
	}})
	if _, err := source.Scan(t.Context(), domain.Access{}, nil); err != nil {
		t.Fatal(err)
	}
	after := w.scrape(t)
	want := []string{
		`discoveries_total{kind="all",result="ok"} 1`,
		`discovery_problems_total{code="manifest_invalid"} 2`,
		`discovery_problems_total{code="source_status"} 1`,
	}
	if got := moved(before, after); !reflect.DeepEqual(got, want) || strings.Contains(after, secret) {
		t.Errorf("moved %q, want %q", got, want)
	}
}

func TestTheJournalIsAskedAtEveryScrape(t *testing.T) {
	w := newWorld()
	before := w.scrape(t)
	w.state = domain.JournalState{Waiting: 1, Dropped: 2, Late: 3, Unsettled: 4}
	local := []string{`journal_dropped_notes_total 2`, `journal_late_conclusions 3`, `journal_queue 1`}
	if got := moved(before, w.scrape(t)); !reflect.DeepEqual(got, append(slices.Clone(local), `journal_unsettled 4`)) {
		t.Errorf("moved %q", got)
	}
	w.stateErr = errDisk // then nobody knows what is unsettled, and no number is told
	after := w.scrape(t)
	if got := moved(before, after); !reflect.DeepEqual(got, local) || strings.Contains(after, "journal_unsettled") {
		t.Errorf("moved %q in\n%s", got, after)
	}
}

func TestNamesOfToolsAreBounded(t *testing.T) {
	w := newWorld()
	var callers sync.WaitGroup
	for i := range maxTools + 50 {
		callers.Go(func() {
			_, end := w.Observe(t.Context(), ports.Call{Tool: "plugin_call_tool"})
			end(domain.Result{Outcome: domain.Completed, Effect: domain.Read, Plugin: "p", Tool: fmt.Sprint("t", i)})
		})
	}
	callers.Wait()
	after := w.scrape(t)
	if got := strings.Count(after, namespace+`_tool_calls_total{`); got != maxTools+1 {
		t.Errorf("%d series, want %d and the one of the others", got, maxTools)
	}
	if want := `tool_calls_total{outcome="completed",plugin="other",tool="other"} 50`; !strings.Contains(after, want) {
		t.Errorf("%s is not in the scrape", want)
	}
}

func TestANameThatIsASecretIsNotShown(t *testing.T) {
	w := newWorld()
	_, end := w.Observe(t.Context(), ports.Call{Tool: "plugin_call_tool"})
	end(domain.Result{Outcome: domain.Completed, Effect: domain.Read, Plugin: secret, Tool: strings.Repeat("a", 40)})
	if want := `tool_calls_total{outcome="completed",plugin="[redacted]",tool="[redacted]"} 1`; !strings.Contains(w.scrape(t), want) {
		t.Errorf("%s is not in the scrape", want)
	}
}

func TestCallsUnderWayAreTold(t *testing.T) {
	w := newWorld()
	_, end := w.Observe(t.Context(), ports.Call{Tool: "plugin_list_tools"})
	const running = `calls_in_flight{mcp_tool="plugin_list_tools"} 1`
	if !strings.Contains(w.scrape(t), running) {
		t.Error("a call under way is not told")
	}
	end(domain.Result{Outcome: domain.Completed})
	if strings.Contains(w.scrape(t), running) {
		t.Error("a call that ended is under way")
	}
}

func TestHTTPRequestsAreCountedByStatus(t *testing.T) {
	w := newWorld()
	before := w.scrape(t)
	handler := w.CountRequests(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if _, streams := w.(http.Flusher); !streams {
			t.Error("event streams cannot be flushed")
		}
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	for _, method := range []string{http.MethodPost, secret} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/"+secret, nil)
		request.Method = method
		handler.ServeHTTP(httptest.NewRecorder(), request)
	}
	want := []string{`http_requests_total{code="429",method="post"} 1`, `http_requests_total{code="429",method="unknown"} 1`}
	if got := moved(before, w.scrape(t)); !reflect.DeepEqual(got, want) {
		t.Errorf("moved %q, want %q", got, want)
	}
}

func TestRefusalsAreCountedByGuard(t *testing.T) {
	w := newWorld()
	count := w.CountRefusals([]string{"host", "rate"})
	before := w.scrape(t)
	for _, guard := range []string{"host", "rate"} {
		if zero := `http_refusals_total{guard="` + guard + `"} 0`; !strings.Contains(before, zero) {
			t.Errorf("%s is not there from the start", zero)
		}
	}
	count("rate")
	if got, want := moved(before, w.scrape(t)), []string{`http_refusals_total{guard="rate"} 1`}; !reflect.DeepEqual(got, want) {
		t.Errorf("moved %q, want %q", got, want)
	}
}

// everything moves each metric at least once.
func everything(t *testing.T) *world {
	t.Helper()
	w := newWorld()
	w.exchange = answered(201, `{}`)
	w.call(t, app.CallRequest{Tool: "add"})
	w.call(t, app.CallRequest{Tool: "nothing"})
	fetcher := w.Fetcher(&portsmock.FetcherMock{FetchFunc: func(context.Context, ports.Request) domain.Exchange { return w.exchange }})
	fetcher.Fetch(t.Context(), ports.Request{Purpose: ports.Target})
	source := w.Source(&portsmock.ToolSourceMock{ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
		return domain.NewCatalog(nil, []domain.Problem{{Plugin: "q", Fault: fault.New(fault.ManifestInvalid, "bad")}}, 1), nil
	}})
	if _, err := source.Scan(t.Context(), domain.Access{}, nil); err != nil {
		t.Fatal(err)
	}
	w.CountRefusals([]string{"host", "rate"})("host")
	w.CountRequests(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil))
	return w
}

func TestTheScrapeIsTheGoldenOne(t *testing.T) {
	const golden = "testdata/scrape.txt"
	got := everything(t).scrape(t)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the scrape is not %s; dashboards and alerts depend on it. If that is intended, run this test with -update\n%s", golden, got)
	}
}

func TestTheDocumentedMetricsAreTheMetrics(t *testing.T) {
	const page, begin, end = "../../docs/observability.md", "<!-- metrics: begin -->\n", "<!-- metrics: end -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	documented, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	table := documentation(t, everything(t))
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+table+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if documented != table {
		t.Errorf("the table of %s is not that of the registry; run this test with -update\n%s", page, table)
	}
}

// documentation is a table of all metrics of the bridge's own.
func documentation(t *testing.T, w *world) string {
	t.Helper()
	families, err := w.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| metric | type | labels | meaning |\n|---|---|---|---|\n")
	for _, family := range families {
		if !strings.HasPrefix(family.GetName(), namespace) {
			continue
		}
		var labels []string
		for _, label := range family.GetMetric()[0].GetLabel() {
			labels = append(labels, "`"+label.GetName()+"`")
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", family.GetName(), strings.ToLower(family.GetType().String()), strings.Join(labels, ", "), family.GetHelp())
	}
	for _, name := range described(w) {
		if !strings.Contains(table.String(), "`"+name+"`") {
			t.Errorf("%s has never moved, so it is in neither the golden scrape nor the table", name)
		}
	}
	return table.String()
}

// described are the names of the metrics that are registered.
func described(w *world) []string {
	descriptions := make(chan *client.Desc)
	go func() { defer close(descriptions); w.registry.Describe(descriptions) }()
	var names []string
	for description := range descriptions {
		_, name, _ := strings.Cut(description.String(), `fqName: "`)
		name, _, _ = strings.Cut(name, `"`)
		if strings.HasPrefix(name, namespace) {
			names = append(names, name)
		}
	}
	return names
}

func TestPortsAnswerAsTheyDidBefore(t *testing.T) {
	w := newWorld()
	w.gateErr = errors.New("gate")
	gate := w.Gate(&portsmock.MutationGateMock{AdmitFunc: func(context.Context, domain.Tool) error { return w.gateErr }})
	if err := gate.Admit(t.Context(), domain.Tool{}); !errors.Is(err, w.gateErr) {
		t.Errorf("the gate said %v", err)
	}
	approver := w.Approver(&portsmock.ApproverMock{ApproveFunc: func(context.Context, domain.Proposal) (domain.Approval, error) { return domain.Approved, errDisk }})
	if approval, err := approver.Approve(t.Context(), domain.Proposal{}); approval != domain.Approved || !errors.Is(err, errDisk) {
		t.Errorf("the approver said %v, %v", approval, err)
	}
	journal := w.Journal(&portsmock.JournalMock{
		IntendFunc:         func(context.Context, domain.Entry) (string, error) { return "7", errDisk },
		ConcludeFunc:       func(context.Context, string, domain.Conclusion) error { return errDisk },
		KeepsArgumentsFunc: func() bool { return true },
	})
	if id, err := journal.Intend(t.Context(), domain.Entry{}); id != "7" || !errors.Is(err, errDisk) {
		t.Errorf("the journal said %q, %v", id, err)
	}
	if err := journal.Conclude(t.Context(), "7", domain.Conclusion{}); !errors.Is(err, errDisk) || !journal.KeepsArguments() {
		t.Errorf("the journal said %v", err)
	}
}
