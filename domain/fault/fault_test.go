package fault_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpbridge/domain/fault"
)

func TestClip(t *testing.T) {
	tests := []struct {
		name, text string
		limit      int
		want       string
	}{
		{"shorter", "ab", 3, "ab"},
		{"exactly as long", "abc", 3, "abc"},
		{"one too long", "abcd", 3, "ab…"},
		{"characters, not bytes", "ééé", 3, "ééé"},
		{"cut between characters", "éééé", 3, "éé…"},
		{"one character", "ab", 1, "…"},
		{"nothing to cut", "", 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fault.Clip(tt.text, tt.limit); got != tt.want {
				t.Errorf("Clip(%q, %d) = %q, want %q", tt.text, tt.limit, got, tt.want)
			}
		})
	}
}

func TestMessagesAreBounded(t *testing.T) {
	long := strings.Repeat("é", 3000)
	many := fault.Findings{fault.Find("/a", "r", "%s", long)}
	for name, f := range map[string]*fault.Fault{
		"New":                   fault.New(fault.Internal, long),
		"Wrap without findings": fault.Wrap(fault.Internal, errors.New(long)),
		"Wrap with findings":    fault.Wrap(fault.Internal, many),
	} {
		if n := utf8.RuneCountInString(f.Error()); n != fault.MaxText {
			t.Errorf("%s: the message has %d characters, want %d", name, n, fault.MaxText)
		}
	}
}

func TestWrapKeepsTenFindingsAndCountsTheRest(t *testing.T) {
	f := fault.Wrap(fault.ManifestInvalid, fmt.Errorf("while reading: %w", faulty(12, 0).Err()))
	if len(f.Findings) != fault.MaxFindings {
		t.Errorf("%d findings, want %d", len(f.Findings), fault.MaxFindings)
	}
	if !strings.HasPrefix(f.Message, "12 faults, of which 10 are shown (others are in /tools/10, /tools/11); at /tools/0/m0") {
		t.Errorf("message %q", f.Message)
	}
}

func TestOf(t *testing.T) {
	known := fault.New(fault.GateClosed, "closed")
	if got := fault.Of(fmt.Errorf("call: %w", known)); got != known {
		t.Errorf("Of() = %v, want the fault in the chain", got)
	}
	got := fault.Of(errors.New("dial tcp: password=hunter2"))
	if got.Code != fault.Internal || strings.Contains(got.Error(), "hunter2") {
		t.Errorf("Of(a foreign error) = %s %q, want internal without the error's text", got.Code, got.Error())
	}
}

func TestEveryCodeIsDescribedOnce(t *testing.T) {
	stages := []fault.Stage{
		fault.StageRequest, fault.StageDiscovery, fault.StageFind, fault.StageArguments, fault.StageGate,
		fault.StageHeaders, fault.StageApproval, fault.StageJournal, fault.StageDispatch, fault.StageResponse,
	}
	seen := map[fault.Code]bool{}
	reached := 0
	for _, entry := range fault.Codes() {
		if seen[entry.Code] || entry.Meaning == "" || entry.Next == "" {
			t.Errorf("%s must occur once, with its meaning and the next step", entry.Code)
		}
		seen[entry.Code] = true
		for reached < len(stages) && stages[reached] != entry.Stage {
			reached++
		}
		if reached == len(stages) {
			t.Fatalf("%s: its stage %q is out of order or unknown", entry.Code, entry.Stage)
		}
		f := fault.New(entry.Code, "x")
		if f.Stage() != entry.Stage || f.Next() != entry.Next {
			t.Errorf("%s: the fault does not tell its own stage and next step", entry.Code)
		}
	}
	if got := fault.Code("no_such_code").Entry(); got != (fault.Entry{Code: "no_such_code"}) {
		t.Errorf("an unknown code has the entry %v", got)
	}
}
