package app_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/domain/assignment"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/redact"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// world is everything around the use case; steps records what was called, in
// order.
type world struct {
	steps []string

	selectErr, gateErr, approveErr, intendErr, concludeErr error

	findings  map[string]fault.Findings // by the instance
	exchange  domain.Exchange
	broken    string // the instance at which the validator fails
	log       bytes.Buffer
	keeps     bool            // the journal keeps arguments
	approval  domain.Approval // domain.Approved unless set
	panics    bool            // the source does, when it is to dispatch
	intents   []domain.Entry
	concluded []domain.Conclusion
	noted     []domain.Entry
}

func (w *world) step(name string) { w.steps = append(w.steps, name) }

func (w *world) caller(t *testing.T) *app.Caller {
	source := &portsmock.ToolSourceMock{
		SelectFunc: func(context.Context, domain.Access, string) (domain.Catalog, error) {
			w.step("discover")
			return domain.NewCatalog(tools(t), nil, 1), w.selectErr
		},
		DispatchFunc: func(context.Context, domain.Access, domain.Target) domain.Exchange {
			w.step("dispatch")
			if w.panics {
				panic("broken")
			}
			return w.exchange
		},
	}
	validator := &portsmock.SchemaValidatorMock{ValidateFunc: func(_ schema.Schema, v strictjson.Value) (fault.Findings, error) {
		w.step("validate")
		if string(v.Raw()) == w.broken {
			return nil, errors.New("out of order")
		}
		return w.findings[string(v.Raw())], nil
	}}
	gate := &portsmock.MutationGateMock{AdmitFunc: func(context.Context, domain.Tool) error {
		w.step("gate")
		return w.gateErr
	}}
	approver := &portsmock.ApproverMock{ApproveFunc: func(context.Context, domain.Proposal) (domain.Approval, error) {
		w.step("approve")
		return cmp.Or(w.approval, domain.Approved), w.approveErr
	}}
	journal := &portsmock.JournalMock{
		IntendFunc: func(_ context.Context, intent domain.Entry) (string, error) {
			w.step("intend")
			w.intents = append(w.intents, intent)
			return "entry-1", w.intendErr
		},
		ConcludeFunc: func(ctx context.Context, id string, conclusion domain.Conclusion) error {
			w.step("conclude")
			if ctx.Err() != nil || id != "entry-1" {
				t.Errorf("conclude %q with context %v", id, ctx.Err())
			}
			w.concluded = append(w.concluded, conclusion)
			return w.concludeErr
		},
		NoteFunc:           func(_ context.Context, entry domain.Entry) { w.noted = append(w.noted, entry) },
		KeepsArgumentsFunc: func() bool { return w.keeps },
	}
	clock := &portsmock.ClockMock{NowFunc: func() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) }}
	return app.NewCaller(source, validator, gate, approver, journal, clock, redact.New(), slog.New(slog.NewTextHandler(&w.log, nil)))
}

// tools are a read, a write and a destructive tool of plugin p.
func tools(t *testing.T) []domain.Tool {
	input := parse(t, `{"type":"object","additionalProperties":false,"properties":{"n":{"type":"integer"}}}`)
	in, err := schema.Parse(input, schema.QueryInput)
	if err != nil {
		t.Fatal(err)
	}
	tool := func(name string, method domain.Method, effect domain.Effect) domain.Tool {
		return domain.Tool{Plugin: "p", RequestPath: "/api/plugins/p/" + name + "/", ToolDescriptor: domain.ToolDescriptor{
			Name: name, Method: method, Effect: effect, Input: in, Output: in,
		}}
	}
	return []domain.Tool{tool("look", "GET", domain.Read), tool("add", "POST", domain.Write), tool("drop", "DELETE", domain.Destructive)}
}

func parse(t *testing.T, text string) strictjson.Value {
	v, err := strictjson.Parse([]byte(text), domain.TargetBounds())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func answered(status int, body string) domain.Exchange {
	return domain.Exchange{Reach: domain.Answered, Status: status, Body: []byte(body)}
}

func TestCallTakesTheStepsOfTheContract(t *testing.T) {
	bad := map[string]fault.Findings{`{"n":1}`: {fault.Find("/n", "type", "no")}}
	for name, test := range map[string]struct {
		world   world
		request app.CallRequest
		steps   string
		outcome domain.Outcome
		code    fault.Code
	}{
		"a read is dispatched without the gate": {
			world{exchange: answered(200, `{}`)}, app.CallRequest{Tool: "look"},
			"discover validate dispatch validate", domain.Completed, ""},
		"a write passes every step": {
			world{exchange: answered(200, `{}`)}, app.CallRequest{Tool: "add"},
			"discover validate gate approve intend dispatch validate conclude", domain.Completed, ""},
		"a failed discovery ends the call": {
			world{selectErr: fault.New(fault.PluginNotListed, "no")}, app.CallRequest{Tool: "add"},
			"discover", domain.Refused, fault.PluginNotListed},
		"an unknown tool ends the call": {
			world{}, app.CallRequest{Tool: "nothing"}, "discover", domain.Refused, fault.ToolUnknown},
		"arguments that are no JSON end the call": {
			world{}, app.CallRequest{Tool: "add", Arguments: []byte(`{"n":1,"n":2}`)}, "discover", domain.Refused, fault.ArgumentsInvalid},
		"bad arguments are told before the closed gate": {
			world{findings: bad, gateErr: fault.New(fault.GateClosed, "closed")}, app.CallRequest{Tool: "add", Arguments: []byte(`{"n":1}`)},
			"discover validate", domain.Refused, fault.ArgumentsInvalid},
		"a dry run of a write asks neither gate nor person": {
			world{gateErr: fault.New(fault.GateClosed, "closed")}, app.CallRequest{Tool: "add", DryRun: true},
			"discover validate", domain.Previewed, ""},
		"a dry run of a read sends nothing": {
			world{}, app.CallRequest{Tool: "look", DryRun: true}, "discover validate", domain.Previewed, ""},
		"a dry run checks the headers": {
			world{}, app.CallRequest{Tool: "add", DryRun: true, Headers: []string{"Cookie: x"}}, "discover validate", domain.Refused, fault.HeaderInvalid},
		"the closed gate is told before bad headers": {
			world{gateErr: fault.New(fault.GateClosed, "closed")}, app.CallRequest{Tool: "add", Headers: []string{"Cookie: x"}},
			"discover validate gate", domain.Refused, fault.GateClosed},
		"bad headers are told before a person is asked": {
			world{}, app.CallRequest{Tool: "add", Headers: []string{"Cookie: x"}}, "discover validate gate", domain.Refused, fault.HeaderInvalid},
		"bad headers of a read": {
			world{}, app.CallRequest{Tool: "look", Headers: []string{"Cookie: x"}}, "discover validate", domain.Refused, fault.HeaderInvalid},
		"a declined write is not recorded as intended": {
			world{approveErr: fault.New(fault.ApprovalRefused, "declined")}, app.CallRequest{Tool: "drop"},
			"discover validate gate approve", domain.Refused, fault.ApprovalRefused},
		"a write that cannot be recorded is not sent": {
			world{intendErr: fault.New(fault.JournalDown, "disk full")}, app.CallRequest{Tool: "add"},
			"discover validate gate approve intend", domain.Refused, fault.JournalDown},
		"a write with an error status is unknown": {
			world{exchange: answered(400, `{"n":["no"]}`)}, app.CallRequest{Tool: "add"},
			"discover validate gate approve intend dispatch conclude", domain.Unknown, fault.ResponseStatus},
		"a write that never left is refused": {
			world{exchange: domain.Exchange{Reach: domain.NotSent, Fault: fault.New(fault.SourceDown, "connection refused")}}, app.CallRequest{Tool: "add"},
			"discover validate gate approve intend dispatch conclude", domain.Refused, fault.DispatchNotSent},
		"a write whose answer does not match is unknown": {
			world{exchange: answered(200, `{"n":1}`), findings: bad}, app.CallRequest{Tool: "add"},
			"discover validate gate approve intend dispatch validate conclude", domain.Unknown, fault.ResponseInvalid},
		"a read whose answer does not match has failed": {
			world{exchange: answered(200, `{"n":1}`), findings: bad}, app.CallRequest{Tool: "look"},
			"discover validate dispatch validate", domain.Failed, fault.ResponseInvalid},
		"a journal that fails afterwards does not hide the outcome": {
			world{exchange: answered(200, `{}`), concludeErr: errors.New("disk full")}, app.CallRequest{Tool: "add"},
			"discover validate gate approve intend dispatch validate conclude", domain.Completed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := test.world
			test.request.Plugin = "p"
			result := w.caller(t).Call(t.Context(), test.request)
			if got := strings.Join(w.steps, " "); got != test.steps {
				t.Errorf("steps %q, want %q", got, test.steps)
			}
			if result.Outcome != test.outcome {
				t.Errorf("outcome %s, want %s (%v)", result.Outcome, test.outcome, result.Fault)
			}
			if test.code != "" && (result.Fault == nil || result.Fault.Code != test.code) {
				t.Errorf("fault %v, want %s", result.Fault, test.code)
			}
			if test.code == "" && result.Fault != nil {
				t.Errorf("unexpected fault %v", result.Fault)
			}
			recorded := w.concluded
			for _, entry := range w.noted {
				recorded = append(recorded, entry.Conclusion)
			}
			if len(recorded) != 1 || recorded[0].Outcome != result.Outcome || recorded[0].Code != test.code || recorded[0].Status != result.Status {
				t.Errorf("recorded %+v, told %s %s %d", recorded, result.Outcome, test.code, result.Status)
			}
		})
	}
}

func TestCallRecordsWhoWantedWhat(t *testing.T) {
	w := world{exchange: answered(200, `{}`)}
	result := w.caller(t).Call(t.Context(), app.CallRequest{
		Access: domain.Access{Principal: "alice"}, Plugin: "p", Tool: "add", Arguments: []byte(`{"n": 1.10}`), Headers: []string{"X-Branch: b1"},
		Acknowledge: "entry-0",
	})
	intent := w.intents[0]
	want := domain.Entry{
		Time: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), Principal: "alice", Plugin: "p", Tool: "add",
		Effect: domain.Write, Method: "POST", Path: "/api/plugins/p/add/", Headers: []string{"X-Branch"},
		Digest: domain.ArgumentsDigest(parse(t, `{"n":1.1}`)), Approval: domain.Approved, Acknowledges: "entry-0",
	}
	if !reflect.DeepEqual(intent, want) {
		t.Errorf("got  %+v\nwant %+v", intent, want)
	}
	if result.Journal != "entry-1" {
		t.Errorf("journal id %q", result.Journal)
	}
}

// The log must not tell of a write that the journal refused.
func TestAWriteThatGoesOnUnaskedIsLogged(t *testing.T) {
	const said = "a write goes on without asking a person"
	for name, test := range map[string]struct {
		approval domain.Approval
		err      error
		logged   bool
	}{
		"nobody could be asked": {domain.NotAsked, nil, true},
		"but it is refused":     {domain.NotAsked, fault.New(fault.UnknownUnsettled, "an identical write is unknown"), false},
		"a person agreed":       {domain.Approved, nil, false},
		"nobody is to be asked": {domain.ApprovalOff, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := world{exchange: answered(200, `{}`), approval: test.approval, intendErr: test.err}
			w.caller(t).Call(t.Context(), app.CallRequest{Access: domain.Access{Principal: "alice"}, Plugin: "p", Tool: "add"})
			if strings.Contains(w.log.String(), said) != test.logged {
				t.Errorf("logged %s", w.log.String())
			}
			for _, part := range []string{"level=INFO", "principal=alice", "tool=p.add", "effect=write", "journal=entry-1"} {
				if test.logged && !strings.Contains(w.log.String(), part) {
					t.Errorf("%q is not in the log: %s", part, w.log.String())
				}
			}
		})
	}
}

// What a person types is read by the schema of the one discovery that the call
// makes.
func TestTypedArgumentsNeedNoDiscoveryOfTheirOwn(t *testing.T) {
	w := world{exchange: answered(200, `{}`), keeps: true}
	typed, err := assignment.Parse([]string{"n=1"})
	if err != nil {
		t.Fatal(err)
	}
	w.caller(t).Call(t.Context(), app.CallRequest{Plugin: "p", Tool: "add", Typed: typed})
	if got := strings.Join(w.steps, " "); strings.Count(got, "discover") != 1 || len(w.intents) != 1 || w.intents[0].Arguments != `{"n": 1}` {
		t.Errorf("%s: %+v", got, w.intents)
	}
}

func TestUnknownCarriesARedactedExcerpt(t *testing.T) {
	w := world{exchange: answered(500, `{"detail":"Token per-call-secret and password=hunter2 failed"}`)}
	result := w.caller(t).Call(t.Context(), app.CallRequest{
		Access: domain.Access{Token: domain.NewSecret("per-call-secret")}, Plugin: "p", Tool: "add",
	})
	if result.Outcome != domain.Unknown || result.Status != 500 || !strings.Contains(result.Excerpt, "failed") {
		t.Fatalf("result %+v", result)
	}
	for _, secret := range []string{"per-call-secret", "hunter2"} {
		if strings.Contains(result.Excerpt, secret) {
			t.Errorf("the excerpt shows %s", secret)
		}
	}
}

// A server may write what it was sent into a header, such as the target of a
// redirect; the operator's credential must not reach the agent that way.
func TestShownHeadersAreRedacted(t *testing.T) {
	exchange := answered(200, `{}`)
	exchange.Headers = []domain.Header{{Name: "Location", Value: "/login/?next=per-call-secret"}}
	for _, tool := range []string{"look", "add"} {
		w := world{exchange: exchange}
		result := w.caller(t).Call(t.Context(), app.CallRequest{
			Access: domain.Access{Token: domain.NewSecret("per-call-secret")}, Plugin: "p", Tool: tool,
		})
		want := []domain.Header{{Name: "location", Value: "/login/?next=[redacted]"}}
		if !reflect.DeepEqual(result.Headers, want) {
			t.Errorf("%s: got %v, want %v", tool, result.Headers, want)
		}
	}
}

func TestACallThatCannotBeReadIsRecordedAsWell(t *testing.T) {
	var w world
	result := w.caller(t).Refuse(t.Context(), app.CallRequest{Plugin: "p", Tool: "add"}, fault.New(fault.TokenInvalid, "no"))
	if result.Outcome != domain.Refused || result.Fault.Code != fault.TokenInvalid || result.Target != nil {
		t.Errorf("result %+v", result)
	}
	if len(w.noted) != 1 || w.noted[0].Plugin != "p" || w.noted[0].Outcome != domain.Refused || w.noted[0].Code != fault.TokenInvalid {
		t.Errorf("recorded %+v", w.noted)
	}
	if len(w.steps) > 0 {
		t.Errorf("took the steps %v", w.steps)
	}
}

func TestNamesInAResultAreSafeToShow(t *testing.T) {
	w := world{selectErr: fault.New(fault.PluginNotListed, "no")}
	result := w.caller(t).Call(t.Context(), app.CallRequest{Plugin: strings.Repeat("p", 65), Tool: "a\x1bb"})
	if result.Plugin != "(a name of 65 characters)" || result.Tool != "(a name of 3 characters)" {
		t.Errorf("shows %q and %q", result.Plugin, result.Tool)
	}
}

func TestCancelledWriteIsStillConcluded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := world{exchange: domain.Exchange{Reach: domain.Sent, Fault: fault.New(fault.Cancelled, "cancelled")}}
	caller := w.caller(t)
	cancel()
	result := caller.Call(ctx, app.CallRequest{Plugin: "p", Tool: "add"})
	if result.Outcome != domain.Unknown || len(w.concluded) != 1 {
		t.Errorf("outcome %s, concluded %d times", result.Outcome, len(w.concluded))
	}
}

// What a caller is not told, the operator must be able to find.
func TestWhatTheBridgeGetsWrongIsLogged(t *testing.T) {
	for name, test := range map[string]struct {
		world   world
		request app.CallRequest
		want    domain.Outcome
	}{
		"the check of the arguments": {world{broken: `{}`}, app.CallRequest{Plugin: "p", Tool: "add"}, domain.Refused},
		"the check of an answer":     {world{broken: `[]`, exchange: answered(200, `[]`)}, app.CallRequest{Plugin: "p", Tool: "look"}, domain.Failed},
		"the check of a write's":     {world{broken: `[]`, exchange: answered(200, `[]`)}, app.CallRequest{Plugin: "p", Tool: "add"}, domain.Unknown},
		"discovery":                  {world{selectErr: errors.New("out of order")}, app.CallRequest{Plugin: "p", Tool: "look"}, domain.Refused},
		"the gate":                   {world{gateErr: errors.New("out of order")}, app.CallRequest{Plugin: "p", Tool: "add"}, domain.Refused},
		"the approver":               {world{approveErr: errors.New("out of order")}, app.CallRequest{Plugin: "p", Tool: "add"}, domain.Refused},
	} {
		result := test.world.caller(t).Call(t.Context(), test.request)
		if result.Outcome != test.want || result.Fault == nil || result.Fault.Code != fault.Internal || strings.Contains(result.Fault.Message, "out of order") {
			t.Errorf("%s: told %+v", name, result)
		}
		if strings.Count(test.world.log.String(), "out of order") != 1 {
			t.Errorf("%s: logged %s", name, test.world.log.String())
		}
	}
	var log bytes.Buffer
	source := &portsmock.ToolSourceMock{ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
		return domain.Catalog{}, errors.New("out of order")
	}}
	if _, err := app.NewLister(source, slog.New(slog.NewTextHandler(&log, nil))).List(t.Context(), domain.Access{}, "", nil); err == nil || !strings.Contains(log.String(), "out of order") {
		t.Errorf("%v is logged as %s", err, log.String())
	}
}

func TestListScansAllOrSelectsOne(t *testing.T) {
	source := &portsmock.ToolSourceMock{
		ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
			return domain.Catalog{Plugins: 2}, nil
		},
		SelectFunc: func(context.Context, domain.Access, string) (domain.Catalog, error) {
			return domain.Catalog{Plugins: 1}, nil
		},
	}
	for plugin, want := range map[string]int{"": 2, "p": 1} {
		catalog, err := app.NewLister(source, slog.New(slog.DiscardHandler)).List(t.Context(), domain.Access{}, plugin, nil)
		if err != nil || catalog.Plugins != want {
			t.Errorf("plugin %q: %d plugins (%v), want %d", plugin, catalog.Plugins, err, want)
		}
	}
}

func TestPrincipalIsLocalUnlessSet(t *testing.T) {
	if got := app.Principal(t.Context()); got != app.LocalPrincipal {
		t.Errorf("principal %q", got)
	}
	if got := app.Principal(app.WithIdentity(t.Context(), access.Identity{Principal: "alice"}, nil)); got != "alice" {
		t.Errorf("principal %q", got)
	}
}
