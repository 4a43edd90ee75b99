package doctor

import (
	"context"
	"strings"

	"mcpbridge/app/diagnosis"
)

// settings has a finding for each setting that is wrong.
func (v *visit) settings(context.Context) []diagnosis.Finding {
	switch {
	case v.unsettled != nil:
		var findings []diagnosis.Finding
		for _, reason := range mistakes(v.unsettled) {
			findings = append(findings, failed(reason.Error(), "Correct it; docs/settings.md has every setting, and mcp-bridge config show tells where each value came from."))
		}
		return findings
	case len(v.Settings.Warnings) > 0:
		return []diagnosis.Finding{warning(v.Settings.Source+"; "+strings.Join(v.Settings.Warnings, "; "), "Change what is warned of, or accept it knowingly.")}
	}
	return []diagnosis.Finding{ok(v.Settings.Source)}
}

// mistakes are the errors that one joins, or that one alone.
func mistakes(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}
