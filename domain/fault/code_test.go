package fault_test

import (
	"testing"

	"mcpbridge/domain/fault"
)

// Callers and operators rely on these names, so a change here is a change of
// the contract.
func TestCodesAndStagesAreStable(t *testing.T) {
	want := []struct {
		code  fault.Code
		stage fault.Stage
	}{
		{"request_invalid", "request"},
		{"token_invalid", "request"},
		{"cancelled", "request"},
		{"internal", "request"},
		{"source_redirected", "discovery"},
		{"source_status", "discovery"},
		{"source_unusable", "discovery"},
		{"source_unreachable", "discovery"},
		{"source_timeout", "discovery"},
		{"body_too_large", "discovery"},
		{"encoding_unsupported", "discovery"},
		{"scan_too_many_roots", "discovery"},
		{"scan_too_many_requests", "discovery"},
		{"scan_too_many_bytes", "discovery"},
		{"scan_too_many_tools", "discovery"},
		{"scan_out_of_time", "discovery"},
		{"root_link_invalid", "discovery"},
		{"root_duplicate", "discovery"},
		{"plugin_not_listed", "discovery"},
		{"plugin_not_advertising", "discovery"},
		{"advertisement_invalid", "discovery"},
		{"manifest_invalid", "discovery"},
		{"tool_unknown", "find"},
		{"arguments_invalid", "arguments"},
		{"gate_closed", "gate"},
		{"scope_missing", "gate"},
		{"header_invalid", "headers"},
		{"approval_refused", "approval"},
		{"approval_unavailable", "approval"},
		{"journal_unavailable", "journal"},
		{"unknown_unsettled", "journal"},
		{"journal_missing", "journal"},
		{"journal_unusable", "journal"},
		{"entry_unknown", "journal"},
		{"entry_not_unsettled", "journal"},
		{"dispatch_not_sent", "dispatch"},
		{"dispatch_interrupted", "dispatch"},
		{"dispatch_crashed", "dispatch"},
		{"response_redirected", "response"},
		{"response_unreadable", "response"},
		{"response_status", "response"},
		{"response_invalid", "response"},
	}
	got := fault.Codes()
	if len(got) != len(want) {
		t.Fatalf("%d codes, want %d", len(got), len(want))
	}
	for i, entry := range got {
		if entry.Code != want[i].code || entry.Stage != want[i].stage {
			t.Errorf("code %d is %s at %s, want %s at %s", i, entry.Code, entry.Stage, want[i].code, want[i].stage)
		}
	}
}
