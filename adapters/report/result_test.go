package report_test

import (
	"bytes"
	"testing"

	"mcpbridge/adapters/report"
	"mcpbridge/domain"
	"mcpbridge/domain/strictjson"
)

// A program reads the answer from standard output, whatever its status.
func TestAnErrorStatusStandsBesideTheAnswer(t *testing.T) {
	body, err := strictjson.Parse([]byte(`{"detail":"no"}`), domain.TargetBounds())
	if err != nil {
		t.Fatal(err)
	}
	for status, want := range map[int]string{200: "", 299: "", 199: "HTTP 199\n", 300: "HTTP 300\n", 403: "HTTP 403\n"} {
		var out, messages bytes.Buffer
		err := report.Style{}.Result(&out, &messages, domain.Result{Outcome: domain.Completed, Status: status, Body: body})
		if err != nil || out.String() != "{\n  \"detail\": \"no\"\n}\n" || messages.String() != want {
			t.Errorf("%d: %v, %q and %q", status, err, out.String(), messages.String())
		}
	}
}
