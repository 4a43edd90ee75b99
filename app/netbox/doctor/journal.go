package doctor

import (
	"context"
	"fmt"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain/fault"
)

// journal tells whether a write could be recorded, and what earlier ones left.
func (v *visit) journal(ctx context.Context) diagnosis.Finding {
	state, err := v.Journal(ctx)
	switch {
	case err != nil:
		return coded(fault.JournalUnusable, v.foreign(err.Error()), "Check BRIDGE_JOURNAL, that this user may write there, and that there is room; until then no bridge starts, or every write is refused.")
	case state.Place == "":
		return warning("off: nobody will be able to tell what became of a write", "Set BRIDGE_JOURNAL.")
	case state.New:
		return ok("none yet; the first program to start will make " + state.Place)
	case state.Unsettled > 0:
		return warning(fmt.Sprintf("%s; %d writes ended as unknown and nobody has settled them", state.Place, state.Unsettled),
			"Look in the NetBox what became of each, and settle it: mcp-bridge journal list --unsettled, then journal settle.")
	}
	return ok(state.Place + "; can be written to, and nothing in it is unsettled")
}
