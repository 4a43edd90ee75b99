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
	id, err := journal.Intend(t.Context(), domain.Intent{
		Principal: "alice", Approval: domain.Approved,
		Tool:   domain.Tool{Plugin: "p", ToolDescriptor: domain.ToolDescriptor{Name: "add", Effect: domain.Write}},
		Target: domain.Target{Method: "POST", Path: "/p/add/", Body: []byte(`{"secret":"hunter2"}`)},
	})
	if id != "" || err != nil {
		t.Errorf("id %q, error %v", id, err)
	}
	if err := journal.Conclude(t.Context(), id, domain.Result{Outcome: domain.Unknown, Plugin: "p", Tool: "add", Status: 500}); err != nil {
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
