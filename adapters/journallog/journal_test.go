package journallog

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/domain"
)

func TestJournalLogsWritesWithoutTheirArguments(t *testing.T) {
	var out bytes.Buffer
	journal := New(slog.New(slog.NewTextHandler(&out, nil)))
	id, err := journal.Intend(t.Context(), domain.Entry{
		Principal: "alice", Plugin: "p", Tool: "add", Effect: domain.Write, Method: "POST", Path: "/p/add/",
		Arguments: `{"secret":"hunter2"}`, Approval: domain.Approved,
	})
	if id != "" || err != nil {
		t.Errorf("id %q, error %v", id, err)
	}
	if err := journal.Conclude(t.Context(), id, domain.Conclusion{Outcome: domain.Unknown, Status: 500}); err != nil {
		t.Error(err)
	}
	for _, part := range []string{"principal=alice", "tool=p.add", "effect=write", "path=/p/add/", "approval=approved", "outcome=unknown", "status=500"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("%q is not logged: %s", part, out.String())
		}
	}
	if strings.Contains(out.String(), "hunter2") {
		t.Error("the arguments are logged")
	}
}

func TestOtherCallsAreForThoseWhoLookClosely(t *testing.T) {
	entry := domain.Entry{Principal: "alice", Plugin: "p", Tool: "look", Arguments: "hunter2", Conclusion: domain.Conclusion{Outcome: domain.Refused, Code: "gate_closed"}}
	for level, want := range map[slog.Level]string{slog.LevelInfo: "", slog.LevelDebug: "outcome=refused status=0 code=gate_closed duration=0s principal=alice tool=p.look\n"} {
		var out bytes.Buffer
		journal := New(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level})))
		journal.Note(t.Context(), entry)
		if got := out.String(); !strings.HasSuffix(got, want) || (want == "") != (got == "") {
			t.Errorf("at level %s: %q", level, got)
		}
		if journal.KeepsArguments() {
			t.Error("it asks for the arguments")
		}
	}
}
