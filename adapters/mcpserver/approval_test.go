package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/memory"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/redact"
	"mcpbridge/ports/portsmock"
)

// trial is a bridge with the real approver, and what it let through.
type trial struct {
	world
	approvals []domain.Approval
	sent      []domain.Target
}

func newTrial(mode domain.ApprovalMode, scope domain.ApprovalScope) *trial {
	return newTrialOf(newApprover(domain.ApprovalPolicy{Mode: mode, Scope: scope}))
}

func newTrialOf(approver *Approver) *trial {
	tr := &trial{}
	tr.approver = &portsmock.ApproverMock{ApproveFunc: func(ctx context.Context, proposal domain.Proposal) (domain.Approval, error) {
		approval, err := approver.Approve(ctx, proposal)
		if err == nil {
			tr.mutex.Lock()
			defer tr.mutex.Unlock()
			tr.approvals = append(tr.approvals, approval)
		}
		return approval, err
	}}
	tr.dispatch = func(_ context.Context, target domain.Target) domain.Exchange {
		tr.mutex.Lock()
		defer tr.mutex.Unlock()
		tr.sent = append(tr.sent, target)
		return answered(200, `{}`)
	}
	return tr
}

func newApprover(policy domain.ApprovalPolicy) *Approver {
	clock := &portsmock.ClockMock{NowFunc: time.Now}
	return NewApprover(policy, StateKey{1}, memory.NewNonces(clock), redact.New(), clock, slog.New(slog.DiscardHandler))
}

// ended tells how a call ended in one word: the way a write was let through, or
// the code of its refusal; and demands that exactly what was let through is sent.
func (tr *trial) ended(t *testing.T, result *mcp.CallToolResult) string {
	t.Helper()
	var shown answer.Result
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &shown); err != nil {
		t.Fatal(err)
	}
	tr.mutex.Lock()
	defer tr.mutex.Unlock()
	if len(tr.sent) != len(tr.approvals) {
		t.Fatalf("%d writes were sent, %d were let through", len(tr.sent), len(tr.approvals))
	}
	if shown.Outcome == domain.Completed {
		return string(tr.approvals[len(tr.approvals)-1])
	}
	if shown.Outcome != domain.Refused || shown.Stage != fault.StageApproval {
		t.Fatalf("ended as %s", result.Content[0].(*mcp.TextContent).Text)
	}
	return string(shown.Code)
}

func (tr *trial) nothingSent(t *testing.T) {
	t.Helper()
	tr.mutex.Lock()
	defer tr.mutex.Unlock()
	if len(tr.sent)+len(tr.approvals) > 0 {
		t.Errorf("%d writes were sent, %d were let through", len(tr.sent), len(tr.approvals))
	}
}

// person answers every question alike, and counts them.
type person struct {
	answer *mcp.ElicitResult
	err    error

	mutex sync.Mutex
	asked []string
}

func (p *person) options() *mcp.ClientOptions {
	return &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.asked = append(p.asked, request.Params.Message)
		return p.answer, p.err
	}}
}

const (
	refusedCode     = string(fault.ApprovalRefused)
	unavailableCode = string(fault.ApprovalMissing)
)

func TestAPersonDecidesInBothErasAndModes(t *testing.T) {
	urlOnly := &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{URL: &mcp.URLElicitationCapabilities{}}}
	for name, test := range map[string]struct {
		answer                   *mcp.ElicitResult
		err                      error
		declares                 *mcp.ClientCapabilities // instead of what the handler means
		cannot                   bool                    // answer at all
		whenSupported, mandatory string
	}{
		"accept":                      {answer: &mcp.ElicitResult{Action: "accept"}, whenSupported: "approved", mandatory: "approved"},
		"accept with an empty form":   {answer: &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}, whenSupported: "approved", mandatory: "approved"},
		"decline":                     {answer: &mcp.ElicitResult{Action: "decline"}, whenSupported: refusedCode, mandatory: refusedCode},
		"cancel":                      {answer: &mcp.ElicitResult{Action: "cancel"}, whenSupported: refusedCode, mandatory: refusedCode},
		"an action that MCP lacks":    {answer: &mcp.ElicitResult{Action: "Accept"}, whenSupported: refusedCode, mandatory: refusedCode},
		"an error":                    {err: errors.New("no screen"), whenSupported: refusedCode, mandatory: refusedCode},
		"elicitation not declared":    {cannot: true, whenSupported: "not asked", mandatory: unavailableCode},
		"only URLs can be opened":     {declares: urlOnly, cannot: true, whenSupported: "not asked", mandatory: unavailableCode},
		"an empty declaration counts": {answer: &mcp.ElicitResult{Action: "accept"}, declares: &mcp.ClientCapabilities{Elicitation: &mcp.ElicitationCapabilities{}}, whenSupported: "approved", mandatory: "approved"},
	} {
		for _, revision := range []string{handshake, "2025-06-18", modern} {
			for mode, want := range map[domain.ApprovalMode]string{domain.AskNobody: "off", domain.AskWhenSupported: test.whenSupported, domain.AskAlways: test.mandatory} {
				for _, scope := range []domain.ApprovalScope{domain.AskAboutWrites, domain.AskAboutDestructive} {
					for _, tool := range []string{"add", "drop"} {
						t.Run(strings.Join([]string{name, revision, string(mode), string(scope), tool}, "/"), func(t *testing.T) {
							tr, someone := newTrial(mode, scope), &person{answer: test.answer, err: test.err}
							options := &mcp.ClientOptions{}
							if !test.cannot {
								options = someone.options()
							}
							options.Capabilities = test.declares
							session := connectWith(t, &tr.world, revision, options)

							want, questions := want, 1
							if tool == "add" && scope == domain.AskAboutDestructive {
								want = "off"
							}
							if want == "off" || test.cannot {
								questions = 0
							}
							result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"` + tool + `"}`)})
							if len(someone.asked) != questions {
								t.Errorf("the person was asked %d times, want %d", len(someone.asked), questions)
							}
							if revision == modern && test.err != nil && questions > 0 {
								if err == nil { // the client gives up by itself
									t.Error("the client brought an answer although it failed to ask")
								}
								tr.nothingSent(t)
								return
							}
							if err != nil {
								t.Fatal(err)
							}
							if got := tr.ended(t, result); got != want {
								t.Errorf("ended as %q, want %q", got, want)
							}
						})
					}
				}
			}
		}
	}
}

func TestReadsAndDryRunsAskNobody(t *testing.T) {
	for _, revision := range []string{handshake, modern} {
		tr, someone := newTrial(domain.AskAlways, domain.AskAboutWrites), &person{answer: &mcp.ElicitResult{Action: "decline"}}
		session := connectWith(t, &tr.world, revision, someone.options())
		for _, arguments := range []string{`{"plugin":"p","tool":"look"}`, `{"plugin":"p","tool":"drop","dry_run":true}`} {
			if text, isError := call(t, session, CallTool, arguments); isError {
				t.Errorf("%s: %s", revision, text)
			}
		}
		if len(someone.asked) > 0 {
			t.Errorf("%s: asked %q", revision, someone.asked)
		}
	}
}

// A question stays open for answerTime: the bridge gives up on one that it
// waits for, and an answer that comes back later does not count.
func TestNobodyAnswersInTime(t *testing.T) {
	for revision, test := range map[string]struct {
		after time.Duration
		says  string
	}{
		handshake: {answerTime + time.Second, "nobody answered within 5m0s"},
		modern:    {answerTime, "the question has expired"},
	} {
		t.Run(revision, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := newTrial(domain.AskWhenSupported, domain.AskAboutWrites)
				session := connectWith(t, &tr.world, revision, &mcp.ClientOptions{
					ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
						time.Sleep(test.after)
						return &mcp.ElicitResult{Action: "accept"}, nil
					},
				})
				text, isError := call(t, session, CallTool, `{"plugin":"p","tool":"add"}`)
				if !isError || !strings.Contains(text, refusedCode) || !strings.Contains(text, test.says) {
					t.Errorf("got %s", text)
				}
				tr.nothingSent(t)
				time.Sleep(time.Minute) // the late answer has come
			})
		})
	}
}

func TestAnAnswerJustInTimeCounts(t *testing.T) {
	for _, revision := range []string{handshake, modern} {
		t.Run(revision, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := newTrial(domain.AskWhenSupported, domain.AskAboutWrites)
				session := connectWith(t, &tr.world, revision, &mcp.ClientOptions{
					ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
						time.Sleep(answerTime - 1)
						return &mcp.ElicitResult{Action: "accept"}, nil
					},
				})
				if text, isError := call(t, session, CallTool, `{"plugin":"p","tool":"add"}`); isError || len(tr.sent) != 1 {
					t.Errorf("sent %d, got %s", len(tr.sent), text)
				}
			})
		})
	}
}

func TestACallThatIsCancelledWhileAPersonReadsSendsNothing(t *testing.T) {
	tr := newTrial(domain.AskAlways, domain.AskAboutWrites)
	asking, decided := tr.approver, make(chan error, 1)
	tr.approver = &portsmock.ApproverMock{ApproveFunc: func(ctx context.Context, proposal domain.Proposal) (domain.Approval, error) {
		approval, err := asking.Approve(ctx, proposal)
		decided <- err
		return approval, err
	}}
	ctx, cancel := context.WithCancel(t.Context())
	session := connectWith(t, &tr.world, handshake, &mcp.ClientOptions{
		ElicitationHandler: func(ctx context.Context, _ *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			cancel()
			<-ctx.Done() // the server takes the question back
			return &mcp.ElicitResult{Action: "accept"}, nil
		},
	})
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"add"}`)}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := <-decided; fault.Of(err).Code != fault.ApprovalRefused {
		t.Errorf("decided %v", err)
	}
	tr.nothingSent(t)
}

func TestOverStdioEveryRevisionAsks(t *testing.T) {
	for _, revision := range []string{handshake, modern} {
		t.Run(revision, func(t *testing.T) {
			tr, someone := newTrial(domain.AskAlways, domain.AskAboutWrites), &person{answer: &mcp.ElicitResult{Action: "accept"}}
			serverIn, clientOut := io.Pipe()
			clientIn, serverOut := io.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- tr.server(t).ServeStdio(t.Context(), serverIn, serverOut, time.Minute) }()
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, someone.options())
			session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: clientIn, Writer: clientOut}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
			if err != nil {
				t.Fatal(err)
			}
			text, isError := call(t, session, CallTool, `{"plugin":"p","tool":"add"}`)
			if isError || len(someone.asked) != 1 || len(tr.sent) != 1 {
				t.Errorf("asked %d times, sent %d, got %s", len(someone.asked), len(tr.sent), text)
			}
			_ = session.Close()
			if err := <-ended; err != nil {
				t.Errorf("the server ended with %v", err)
			}
		})
	}
}

// Over HTTP there are no sessions: a client of the newest revision is asked,
// and one of an older revision cannot be, whatever it declares.
func TestOverHTTPOnlyTheNewestRevisionAsks(t *testing.T) {
	for _, test := range []struct {
		revision string
		mode     domain.ApprovalMode
		want     string
		asked    int
	}{
		{modern, domain.AskWhenSupported, "approved", 1},
		{modern, domain.AskAlways, "approved", 1},
		{handshake, domain.AskWhenSupported, "not asked", 0},
		{handshake, domain.AskAlways, unavailableCode, 0},
		{"2025-03-26", domain.AskAlways, unavailableCode, 0},
	} {
		t.Run(test.revision+"/"+string(test.mode), func(t *testing.T) {
			tr, someone := newTrial(test.mode, domain.AskAboutWrites), &person{answer: &mcp.ElicitResult{Action: "accept"}}
			web := httptest.NewServer(tr.server(t).Handler())
			defer web.Close()
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, someone.options())
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: web.URL, HTTPClient: web.Client()}, &mcp.ClientSessionOptions{ProtocolVersion: test.revision})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = session.Close() }()
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"add"}`)})
			if err != nil {
				t.Fatal(err)
			}
			if got := tr.ended(t, result); got != test.want || len(someone.asked) != test.asked {
				t.Errorf("ended as %q after %d questions, want %q after %d", got, len(someone.asked), test.want, test.asked)
			}
		})
	}
}

// A batch may open a session and call in one request (2025-03-26). What it
// declares does not make it a client that can be asked.
func TestABatchOverHTTPCannotBeAsked(t *testing.T) {
	tr := newTrial(domain.AskAlways, domain.AskAboutWrites)
	web := httptest.NewServer(tr.server(t).Handler())
	defer web.Close()
	batch := `[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}},
		{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"plugin_call_tool","arguments":{"plugin":"p","tool":"add"}}}]`
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL, strings.NewReader(batch))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := web.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var body strings.Builder
	if err := response.Write(&body); err != nil || !strings.Contains(body.String(), unavailableCode) {
		t.Errorf("%v, got %s", err, body.String())
	}
	tr.nothingSent(t)
}
