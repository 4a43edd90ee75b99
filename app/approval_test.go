package app_test

import (
	"strings"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain"
)

func TestAQuestionDoesNotEndTheCall(t *testing.T) {
	question := &domain.Question{Text: "May it?", State: "sealed"}
	w := world{approveErr: question}
	result := w.caller(t).Call(t.Context(), app.CallRequest{Plugin: "p", Tool: "add"})
	if got := strings.Join(w.steps, " "); got != "discover validate gate approve" {
		t.Errorf("steps %q", got)
	}
	if result.Question != question || result.Outcome != "" || result.Fault != nil || result.Journal != "" {
		t.Errorf("result %+v", result)
	}
}
