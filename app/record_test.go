package app_test

import (
	"strings"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func TestArgumentsAreRecordedRedactedAndOnlyIfKept(t *testing.T) {
	const arguments = `{"note": "with per-call-secret", "password": "hunter2"}`
	for _, keeps := range []bool{false, true} {
		w := world{keeps: keeps}
		w.caller(t).Call(t.Context(), app.CallRequest{
			Access: domain.Access{Token: domain.NewSecret("per-call-secret")}, Plugin: "p", Tool: "look", Arguments: []byte(arguments), DryRun: true,
		})
		got := w.noted[0].Arguments
		if keeps != strings.Contains(got, `"note"`) || strings.Contains(got, "per-call-secret") || strings.Contains(got, "hunter2") {
			t.Errorf("kept %v: recorded %q", keeps, got)
		}
	}
}

func TestNamesThatNobodyOffersAreRecordedSafely(t *testing.T) {
	w := world{}
	w.caller(t).Call(t.Context(), app.CallRequest{Plugin: "p", Tool: "a\nb"})
	entry := w.noted[0]
	if entry.Tool != fault.ShownName("a\nb") || entry.Effect != "" || entry.Digest != "" || entry.Code != fault.ToolUnknown {
		t.Errorf("recorded %+v", entry)
	}
}

func TestARepetitionOfAnUnknownWriteNamesTheEarlierEntry(t *testing.T) {
	w := world{intendErr: fault.New(fault.UnknownUnsettled, "look first")}
	result := w.caller(t).Call(t.Context(), app.CallRequest{Plugin: "p", Tool: "add"})
	if result.Outcome != domain.Refused || result.Journal != "entry-1" || result.Retry() != domain.Unknown.Retry() {
		t.Errorf("result %+v, retry %q", result, result.Retry())
	}
	if len(w.noted) != 1 || w.noted[0].Code != fault.UnknownUnsettled || len(w.concluded) != 0 {
		t.Errorf("noted %+v, concluded %+v", w.noted, w.concluded)
	}
}

func TestAQuestionIsNoEndToRecord(t *testing.T) {
	w := world{approveErr: &domain.Question{}}
	if result := w.caller(t).Call(t.Context(), app.CallRequest{Plugin: "p", Tool: "add"}); result.Question == nil || len(w.noted) != 0 {
		t.Errorf("result %+v, noted %+v", result, w.noted)
	}
}

func TestAPanicIsAnEndThatIsRecordedAndTold(t *testing.T) {
	for tool, want := range map[string]domain.Outcome{"look": domain.Failed, "add": domain.Unknown} {
		w := world{panics: true}
		result := w.caller(t).Call(t.Context(), app.CallRequest{Plugin: "p", Tool: tool})
		if result.Outcome != want || result.Fault == nil || result.Fault.Code != fault.Internal || (result.Journal != "") != (want == domain.Unknown) {
			t.Errorf("%s: told %+v", tool, result)
		}
		recorded := w.concluded
		for _, entry := range w.noted {
			recorded = append(recorded, entry.Conclusion)
		}
		if len(recorded) != 1 || recorded[0].Outcome != want || recorded[0].Code != fault.Internal {
			t.Errorf("%s: recorded %+v", tool, recorded)
		}
	}
}
