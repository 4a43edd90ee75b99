package mcpserver

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/memory"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports/portsmock"
)

// proposal is a write of alice with everything that a fingerprint covers.
func proposal() domain.Proposal {
	return domain.Proposal{
		Access: domain.Access{Principal: "alice", Token: domain.NewSecret("nbt_key.secret")},
		Tool:   domain.Tool{Plugin: "p", ToolDescriptor: domain.ToolDescriptor{Name: "add", Effect: domain.Write}},
		Target: domain.Target{
			Method: "POST", Path: "/p/add/", Query: "q=1", Body: []byte(`{"n":1}`),
			Headers: []domain.Header{{Name: "X-Branch", Value: "b1"}},
		},
		Acknowledges: "entry-0",
	}
}

// changes are the ways in which a proposal can differ from the one that a
// person saw.
func changes() map[string]func(*domain.Proposal) {
	return map[string]func(*domain.Proposal){
		"another caller":           func(p *domain.Proposal) { p.Access.Principal = "bob" },
		"another token":            func(p *domain.Proposal) { p.Access.Token = domain.NewSecret("nbt_key.other") },
		"no token":                 func(p *domain.Proposal) { p.Access.Token = domain.Secret{} },
		"another plugin":           func(p *domain.Proposal) { p.Tool.Plugin = "q" },
		"another tool":             func(p *domain.Proposal) { p.Tool.Name = "drop" },
		"another effect":           func(p *domain.Proposal) { p.Tool.Effect = domain.Destructive },
		"another method":           func(p *domain.Proposal) { p.Target.Method = "PUT" },
		"another path":             func(p *domain.Proposal) { p.Target.Path = "/p/other/" },
		"another query":            func(p *domain.Proposal) { p.Target.Query = "q=2" },
		"another argument":         func(p *domain.Proposal) { p.Target.Body = []byte(`{"n":2}`) },
		"another token of a value": func(p *domain.Proposal) { p.Target.Body = []byte(`{"n":1.0}`) },
		"another header's value":   func(p *domain.Proposal) { p.Target.Headers = []domain.Header{{Name: "X-Branch", Value: "b2"}} },
		"another header's name":    func(p *domain.Proposal) { p.Target.Headers = []domain.Header{{Name: "X-Other", Value: "b1"}} },
		"another acknowledgement":  func(p *domain.Proposal) { p.Acknowledges = "entry-1" },
		"no acknowledgement":       func(p *domain.Proposal) { p.Acknowledges = "" },
		"no header":                func(p *domain.Proposal) { p.Target.Headers = nil },
		"one more header": func(p *domain.Proposal) {
			p.Target.Headers = append(p.Target.Headers, domain.Header{Name: "X", Value: "y"})
		},
		"parts split elsewhere": func(p *domain.Proposal) { p.Target.Path, p.Target.Query = "/p/add/q", "=1" },
	}
}

// returned is a call that comes back from a question, over a client that
// declares nothing this time.
func returned(t *testing.T, state string, answers mcp.InputResponseMap) context.Context {
	t.Helper()
	return withClient(t.Context(), &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{RequestState: state, InputResponses: answers}})
}

func accepted() mcp.InputResponseMap {
	return mcp.InputResponseMap{question: &mcp.ElicitResult{Action: "accept"}}
}

func always() domain.ApprovalPolicy {
	return domain.ApprovalPolicy{Mode: domain.AskWhenSupported, Scope: domain.AskAboutWrites}
}

// demand checks how an approver decided; a refusal must say why.
func demand(t *testing.T, approval domain.Approval, err error, says string) {
	t.Helper()
	switch {
	case says == "" && (err != nil || approval != domain.Approved):
		t.Errorf("got %q, %v", approval, err)
	case says != "" && (err == nil || approval != "" || fault.Of(err).Code != fault.ApprovalRefused || !strings.Contains(err.Error(), says)):
		t.Errorf("got %q, %v, want a refusal with %q", approval, err, says)
	}
}

func TestAnApprovalIsForOneProposalAlone(t *testing.T) {
	approver := newApprover(always())
	state := approver.ask(proposal()).State
	for name, change := range changes() {
		other := proposal()
		change(&other)
		approval, err := approver.Approve(returned(t, state, accepted()), other)
		if fault.Of(err).Code != fault.ApprovalRefused || !strings.Contains(err.Error(), "another request") {
			t.Errorf("%s: got %q, %v", name, approval, err)
		}
	}
	// None of them used the question up.
	approval, err := approver.Approve(returned(t, state, accepted()), proposal())
	demand(t, approval, err, "")
}

func TestOnlyAnAnswerToTheQuestionCounts(t *testing.T) {
	for name, test := range map[string]struct {
		answers mcp.InputResponseMap
		says    string
	}{
		"accept":                    {accepted(), ""},
		"decline":                   {mcp.InputResponseMap{question: &mcp.ElicitResult{Action: "decline"}}, "the person declined"},
		"cancel":                    {mcp.InputResponseMap{question: &mcp.ElicitResult{Action: "cancel"}}, "dismissed"},
		"no answer":                 {nil, "without an answer"},
		"an answer to another one":  {mcp.InputResponseMap{"other": &mcp.ElicitResult{Action: "accept"}}, "without an answer"},
		"an answer of another kind": {mcp.InputResponseMap{question: &mcp.ListRootsResult{}}, "without an answer"}, //nolint:staticcheck // deprecated, but clients may still send it
		"an action MCP lacks":       {mcp.InputResponseMap{question: &mcp.ElicitResult{Action: "ACCEPT"}}, "dismissed"},
	} {
		t.Run(name, func(t *testing.T) {
			approver := newApprover(always())
			state := approver.ask(proposal()).State
			approval, err := approver.Approve(returned(t, state, test.answers), proposal())
			demand(t, approval, err, test.says)
			// Whatever it was, it was the only one.
			approval, err = approver.Approve(returned(t, state, accepted()), proposal())
			demand(t, approval, err, "used already")
		})
	}
}

func TestAStateOfAnotherMakingIsRefused(t *testing.T) {
	approver := newApprover(always())
	state := approver.ask(proposal()).State
	stranger := newApprover(always())
	stranger.seal = newSeal(StateKey{2})
	sealed, err := base64.RawURLEncoding.DecodeString(state)
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]string{
		"not base64":        "%",
		"short":             "AAAA",
		"plain":             base64.RawURLEncoding.EncodeToString([]byte(`{"approved":true}`)),
		"another key":       stranger.ask(proposal()).State,
		"cut":               state[:len(state)-4],
		"longer":            state + "AAAA",
		"for other purpose": base64.RawURLEncoding.EncodeToString(approver.seal.aead.Seal(nil, nil, make([]byte, 56), []byte("another purpose"))),
		"of another form":   base64.RawURLEncoding.EncodeToString(approver.seal.aead.Seal(nil, nil, []byte("short"), []byte(statePurpose))),
		"of a longer form":  base64.RawURLEncoding.EncodeToString(approver.seal.aead.Seal(nil, nil, make([]byte, 57), []byte(statePurpose))),
	}
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		states["byte "+strconv.Itoa(i)] = base64.RawURLEncoding.EncodeToString(changed)
	}
	for name, state := range states {
		t.Run(name, func(t *testing.T) {
			approval, err := approver.Approve(returned(t, state, accepted()), proposal())
			demand(t, approval, err, "requestState")
		})
	}
}

func TestAQuestionExpires(t *testing.T) {
	start := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for after, says := range map[time.Duration]string{
		0: "", answerTime - 1: "", answerTime: "expired", 24 * time.Hour: "expired",
	} {
		now := start
		clock := &portsmock.ClockMock{NowFunc: func() time.Time { return now }}
		approver := newApprover(always())
		approver.clock, approver.nonces = clock, memory.NewNonces(clock)
		state := approver.ask(proposal()).State
		now = start.Add(after)
		approval, err := approver.Approve(returned(t, state, accepted()), proposal())
		demand(t, approval, err, says)
	}
}

func TestReplicasWithTheSameKeyAndNoncesAreOne(t *testing.T) {
	one, other := newApprover(always()), newApprover(always())
	other.nonces = one.nonces
	state := one.ask(proposal()).State
	approval, err := other.Approve(returned(t, state, accepted()), proposal())
	demand(t, approval, err, "")
	approval, err = one.Approve(returned(t, state, accepted()), proposal())
	demand(t, approval, err, "used already")
}

func TestNoncesThatCannotBeSpentRefuse(t *testing.T) {
	approver := newApprover(always())
	approver.nonces = &portsmock.NoncesMock{SpendFunc: func(context.Context, string, time.Time) (bool, error) {
		return true, errors.New("the database is gone")
	}}
	approval, err := approver.Approve(returned(t, approver.ask(proposal()).State, accepted()), proposal())
	demand(t, approval, err, "cannot tell")
	if strings.Contains(err.Error(), "database") {
		t.Errorf("the refusal tells the details: %v", err)
	}
}

func TestStatesHideWhatTheyHold(t *testing.T) {
	approver := newApprover(always())
	one, other := approver.ask(proposal()).State, approver.ask(proposal()).State
	if one == other {
		t.Error("two questions share a state")
	}
	digest := fingerprint(proposal())
	sealed, err := base64.RawURLEncoding.DecodeString(one)
	if err != nil || bytes.Contains(sealed, digest[:]) {
		t.Errorf("the state shows the digest (%v)", err)
	}
	if mine, yours := NewStateKey(), NewStateKey(); mine == yours {
		t.Error("two processes share a key")
	}
}

// byHand is a client that brings the answers back as a test wants it to.
func byHand(t *testing.T, tr *trial) (ask func(arguments string) *mcp.CallToolResult, answer func(arguments, state string) *mcp.CallToolResult) {
	t.Helper()
	options := (&person{}).options()
	options.MultiRoundTrip = &mcp.MultiRoundTripOptions{Disabled: true}
	session := connectWith(t, &tr.world, modern, options)
	call := func(params *mcp.CallToolParams) *mcp.CallToolResult {
		result, err := session.CallTool(t.Context(), params)
		if err != nil {
			t.Error(err)
		}
		return result
	}
	return func(arguments string) *mcp.CallToolResult {
			return call(&mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(arguments)})
		}, func(arguments, state string) *mcp.CallToolResult {
			return call(&mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(arguments), RequestState: state, InputResponses: accepted()})
		}
}

func TestAnAnswerOverTheWireCountsOnceForItsArguments(t *testing.T) {
	tr := newTrial(domain.AskAlways, domain.AskAboutWrites)
	ask, answer := byHand(t, tr)
	const wanted = `{"plugin":"p","tool":"add","arguments":{"n":1},"header":["X-Branch: b1"]}`
	first := ask(wanted)
	if !first.NeedsInput() || len(first.Content) > 0 || first.StructuredContent != nil || first.IsError {
		t.Fatalf("no question: %+v", first)
	}
	for _, changed := range []string{
		`{"plugin":"p","tool":"add","arguments":{"n":2},"header":["X-Branch: b1"]}`,
		`{"plugin":"p","tool":"add","arguments":{"n":1},"header":["X-Branch: b2"]}`,
		`{"plugin":"p","tool":"add","arguments":{"n":1},"header":["X-Branch: b1"],"token":"other"}`,
		`{"plugin":"p","tool":"drop","arguments":{"n":1},"header":["X-Branch: b1"]}`,
	} {
		if got := tr.ended(t, answer(changed, first.RequestState)); got != refusedCode {
			t.Errorf("%s ended as %q", changed, got)
		}
	}
	if !answer(wanted, "").NeedsInput() {
		t.Error("an answer without a state was not asked for again")
	}
	tr.nothingSent(t)
	if got := tr.ended(t, answer(wanted, first.RequestState)); got != "approved" {
		t.Errorf("the answer ended as %q", got)
	}
	if got := tr.ended(t, answer(wanted, first.RequestState)); got != refusedCode {
		t.Errorf("the replay ended as %q", got)
	}
	if len(tr.sent) != 1 || string(tr.sent[0].Body) != `{"n":1}` {
		t.Errorf("sent %+v", tr.sent)
	}
}

func TestOneOfManyReplaysAtTheSameTimeIsSent(t *testing.T) {
	tr := newTrial(domain.AskAlways, domain.AskAboutWrites)
	ask, answer := byHand(t, tr)
	const wanted = `{"plugin":"p","tool":"add","arguments":{"n":1}}`
	state := ask(wanted).RequestState
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() { answer(wanted, state) })
	}
	all.Wait()
	if len(tr.sent) != 1 {
		t.Errorf("%d were sent", len(tr.sent))
	}
}

// Whatever a client hands back, only what the bridge sealed opens, and as what
// it was.
func FuzzOpenState(f *testing.F) {
	s := newSeal(StateKey{1})
	made := ticket{Nonce: [16]byte{1}, Expires: 2, Proposal: fingerprint(proposal())}
	state := s.close(made)
	for _, seed := range []string{state, state[1:], state + "=", state + "\n", newSeal(StateKey{2}).close(made), "", "AAAA"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if opened, ok := s.open(text); ok && opened != made {
			t.Errorf("%q opened as %+v", text, opened)
		}
	})
}
