package doctor

import (
	"context"
	"strings"

	"mcpbridge/app/diagnosis"
)

func (v *visit) settings(context.Context) diagnosis.Finding {
	switch {
	case v.unsettled != nil:
		return failed(v.unsettled.Error(), "Correct it; docs/settings.md has every setting, and mcp-bridge config show tells where each value came from.")
	case len(v.Settings.Warnings) > 0:
		return warning(v.Settings.Source+"; "+strings.Join(v.Settings.Warnings, "; "), "Change what is warned of, or accept it knowingly.")
	}
	return ok(v.Settings.Source)
}
