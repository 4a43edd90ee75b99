package terminal_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"mcpbridge/adapters/terminal"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/redact"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func proposal() domain.Proposal {
	return domain.Proposal{
		Tool:   domain.Tool{Plugin: "p", ToolDescriptor: domain.ToolDescriptor{Name: "add", Effect: domain.Write}},
		Target: domain.Target{Method: "POST", Path: "/p/add/", Body: []byte(`{"n": 1.10, "t": "hunter2"}`), Headers: []domain.Header{{Name: "X-Branch", Value: "b"}}},
		Access: domain.Access{Token: domain.NewSecret("hunter2")}, Acknowledges: "0192",
	}
}

func TestAWriteIsSentOnlyAfterAYes(t *testing.T) {
	for name, test := range map[string]struct {
		typed    string
		approved bool
	}{
		"yes": {"yes\n", true}, "in capitals": {" YES \n", true}, "y": {"y\n", true}, "y in capitals": {"Y\n", true},
		"no": {"no\n", false}, "yes and more": {"yes, but\n", false}, "y twice": {"yy\n", false}, "nothing": {"\n", false}, "the end of input": {"", false}, "a line without its end": {"yes", false},
	} {
		t.Run(name, func(t *testing.T) {
			var asked bytes.Buffer
			approver := terminal.NewApprover(terminal.Console{In: strings.NewReader(test.typed), Err: &asked, Asks: true}, false, redact.New())
			approval, err := approver.Approve(t.Context(), proposal())
			if (approval == domain.Approved) != test.approved || (err == nil) != test.approved {
				t.Errorf("%q, %v", approval, err)
			}
			if err != nil && fault.Of(err).Code != fault.ApprovalRefused {
				t.Errorf("code %s", fault.Of(err).Code)
			}
		})
	}
}

func TestTheQuestionShowsWhatWouldBeSentWithoutCredentials(t *testing.T) {
	var asked bytes.Buffer
	approver := terminal.NewApprover(terminal.Console{In: strings.NewReader("no\n"), Err: &asked, Asks: true}, false, redact.New())
	_, _ = approver.Approve(t.Context(), proposal())
	for _, part := range []string{
		"\n  Plugin: p\n  Tool: add\n  Effect: write\n  Method: POST\n  Path: /p/add/\n", "\n  Repeats the write of unknown outcome: 0192\n",
		"\n  Header: X-Branch: b\n", "\n  Arguments: {\"n\":1.10,",
	} {
		if !strings.Contains(asked.String(), part) {
			t.Errorf("%q is missing in %s", part, asked.String())
		}
	}
	if strings.Contains(asked.String(), "hunter2") {
		t.Errorf("shows a credential: %s", asked.String())
	}
}

// A terminal would obey the marks, and a person cannot agree to what is not shown.
func TestTheQuestionHidesNothingSilently(t *testing.T) {
	p := proposal()
	p.Target.Body = []byte("{\"t\": \"\u202e\u009b31m\u2028" + strings.Repeat("x", domain.MaxShownArguments) + "\"}")
	var asked bytes.Buffer
	approver := terminal.NewApprover(terminal.Console{In: strings.NewReader("no\n"), Err: &asked, Asks: true}, false, redact.New())
	_, _ = approver.Approve(t.Context(), p)
	if !strings.Contains(asked.String(), "Arguments (the first 2000 of 2029 characters): {\"t\":\"\\u202e\\u009b31m\\u2028xxx") {
		t.Errorf("asked %q", asked.String())
	}
}

func TestNobodyIsAskedWithoutATerminalOrAfterYes(t *testing.T) {
	console := terminal.Console{In: strings.NewReader("yes\n"), Err: io.Discard}
	if approval, err := terminal.NewApprover(console, false, redact.New()).Approve(t.Context(), proposal()); err == nil || !strings.Contains(err.Error(), "--yes") {
		t.Errorf("without a terminal: %q, %v", approval, err)
	}
	if approval, err := terminal.NewApprover(console, true, redact.New()).Approve(t.Context(), proposal()); approval != domain.Approved || err != nil {
		t.Errorf("after --yes: %q, %v", approval, err)
	}
}

func TestAStopEndsTheQuestion(t *testing.T) {
	typed, keyboard := io.Pipe()
	defer keyboard.Close()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	approver := terminal.NewApprover(terminal.Console{In: typed, Err: io.Discard, Asks: true}, false, redact.New())
	if _, err := approver.Approve(ctx, proposal()); err == nil {
		t.Error("approved")
	}
}

func TestProgressLeavesNoTrace(t *testing.T) {
	var shown bytes.Buffer
	if progress, wipe := (terminal.Console{Err: &shown}).Progress(); progress != nil {
		t.Error("a console that is no terminal shows progress")
	} else if wipe(); shown.Len() > 0 {
		t.Errorf("a console that is no terminal is wiped: %q", shown.String())
	}
	progress, wipe := terminal.Console{Err: &shown, Lively: true}.Progress()
	progress(1, 2)
	progress(2, 2)
	wipe()
	if got := shown.String(); got != "\r1 of 2 plugins read\r2 of 2 plugins read\r\x1b[K" {
		t.Errorf("%q", got)
	}
}
