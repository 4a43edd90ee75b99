package ports

import (
	"context"

	"mcpbridge/domain"
)

// ToolSource is where tools come from and where their calls go, such as the
// plugins of a source of truth. The use cases call it, also at the same time.
type ToolSource interface {
	// Scan finds the tools of every plugin. Faulty plugins are problems in the
	// catalog; an error, always a [fault.Fault], means that there is no answer
	// at all. progress may be nil.
	Scan(ctx context.Context, access domain.Access, progress Progress) (domain.Catalog, error)
	// Select finds the tools of one plugin and fails closed with that plugin's
	// own [fault.Fault].
	Select(ctx context.Context, access domain.Access, plugin string) (domain.Catalog, error)
	// Dispatch sends the target's request, exactly once.
	Dispatch(ctx context.Context, access domain.Access, target domain.Target) domain.Exchange
}

// Progress is told how many plugins of how many are done, one call at a time
// and in order. The scan waits for it.
type Progress func(done, total int)
