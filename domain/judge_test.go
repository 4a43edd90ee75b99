package domain_test

import (
	"errors"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

func TestJudgementSaysWhy(t *testing.T) {
	write := domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: "POST", Effect: domain.Write}}
	slow := fault.New(fault.SourceTimeout, "no answer in 30 s")
	tests := []struct {
		name     string
		exchange domain.Exchange
		want     string
	}{
		{"not sent", domain.Exchange{}, "the request was not sent"},
		{"not sent, with the transport's reason", domain.Exchange{Fault: slow}, "the request was not sent: no answer in 30 s"},
		{"sent", domain.Exchange{Reach: domain.Sent}, "the exchange broke off after the request may have been sent: no answer came"},
		{"sent, with the transport's reason", domain.Exchange{Reach: domain.Sent, Fault: slow}, "the exchange broke off after the request may have been sent: no answer in 30 s"},
		{"redirect", domain.Exchange{Reach: domain.Answered, Status: 302}, "the answer was a redirect (HTTP 302), which is never followed"},
		{"status", domain.Exchange{Reach: domain.Answered, Status: 409}, "the write was answered with HTTP 409"},
		{"broken off", domain.Exchange{Reach: domain.Answered, Status: 200, Fault: slow}, "the answer could not be read: no answer in 30 s"},
		{"not JSON", domain.Exchange{Reach: domain.Answered, Status: 200, Body: []byte("<p>")}, "the answer (HTTP 200) is not strict JSON: at the top: this is not strict JSON (RFC 8259), at byte 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := domain.Judge(write, tt.exchange, nil)
			if got.Fault == nil || got.Fault.Message != tt.want {
				t.Errorf("Judge() says %v, want %q", got.Fault, tt.want)
			}
		})
	}
}

func TestJudgeAppliesTheOutputSchemaToTheBody(t *testing.T) {
	value, err := strictjson.Parse([]byte(`{"type":"object"}`), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	output, err := schema.Parse(value, schema.Output)
	if err != nil {
		t.Fatal(err)
	}
	read := domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: "GET", Effect: domain.Read, Output: output}}
	answer := domain.Exchange{Reach: domain.Answered, Status: 200, Body: []byte(`{"a":1.0}`)}
	got := domain.Judge(read, answer, func(body strictjson.Value) error {
		return fault.Findings{fault.Find("/a", "type", "got %s", body.Raw())}
	})
	if got.Outcome != domain.Failed || got.Fault.Message != `at /a: got {"a":1.0}` || len(got.Fault.Findings) != 1 {
		t.Errorf("Judge() = %s, %v", got.Outcome, got.Fault)
	}
	if !got.Body.Is(strictjson.Absent) {
		t.Error("a body that does not match was kept")
	}
}

func TestACheckThatFailsBlamesNoPlugin(t *testing.T) {
	value, err := strictjson.Parse([]byte(`true`), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	output, err := schema.Parse(value, schema.Output)
	if err != nil {
		t.Fatal(err)
	}
	answer := domain.Exchange{Reach: domain.Answered, Status: 200, Body: []byte(`{"a":1}`)}
	for effect, want := range map[domain.Effect]domain.Outcome{domain.Read: domain.Failed, domain.Write: domain.Unknown} {
		for _, broken := range []error{errors.New("out of order"), fault.New(fault.Internal, "out of order")} {
			tool := domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: "GET", Effect: effect, Output: output}}
			got := domain.Judge(tool, answer, func(strictjson.Value) error { return broken })
			if got.Outcome != want || got.Fault.Code != fault.Internal || !got.Body.Is(strictjson.Absent) {
				t.Errorf("%s, %v: %s, %v", effect, broken, got.Outcome, got.Fault)
			}
		}
	}
}

func TestEveryLimitOfABodyHolds(t *testing.T) {
	read := domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: "GET", Effect: domain.Read}}
	for size, want := range map[int]domain.Outcome{domain.MaxTargetBytes: domain.Completed, domain.MaxTargetBytes + 1: domain.Failed} {
		body := `"` + strings.Repeat("a", size-2) + `"`
		if got := domain.Judge(read, domain.Exchange{Reach: domain.Answered, Status: 200, Body: []byte(body)}, nil); got.Outcome != want {
			t.Errorf("a body of %d bytes is %s, want %s", size, got.Outcome, want)
		}
	}
}

func TestStatusClasses(t *testing.T) {
	for status := 100; status < 600; status++ {
		x := domain.Exchange{Status: status}
		if x.IsSuccess() != (status/100 == 2) || x.IsRedirect() != (status/100 == 3) {
			t.Errorf("%d: success %t, redirect %t", status, x.IsSuccess(), x.IsRedirect())
		}
	}
}

func TestRetry(t *testing.T) {
	for outcome, want := range map[domain.Outcome]string{
		domain.Completed: "safe", domain.Previewed: "safe", domain.Refused: "safe", domain.Failed: "safe", domain.Unknown: "look first",
	} {
		if got := outcome.Retry(); got != want {
			t.Errorf("%s: retry is %q, want %q", outcome, got, want)
		}
	}
}

func TestRefusedForAnUnsettledWriteMeansLookFirst(t *testing.T) {
	for _, tt := range []struct {
		result domain.Result
		want   string
	}{
		{domain.Result{Outcome: domain.Completed}, "safe"},
		{domain.Result{Outcome: domain.Refused, Fault: fault.New(fault.GateClosed, "closed")}, "safe"},
		{domain.Result{Outcome: domain.Unknown, Fault: fault.New(fault.ResponseStatus, "500")}, "look first"},
		{domain.Result{Outcome: domain.Refused, Fault: fault.New(fault.UnknownUnsettled, "look")}, "look first"},
	} {
		if got := tt.result.Retry(); got != tt.want {
			t.Errorf("%s, %v: retry is %q, want %q", tt.result.Outcome, tt.result.Fault, got, tt.want)
		}
	}
}
