package ports

import (
	"context"

	"mcpbridge/domain"
)

// Observer watches calls for those who operate the bridge. The driving adapter
// that takes the calls asks it, also at the same time.
type Observer interface {
	// Observe is told of a call before anything of it is read. The call goes on
	// with the context that is returned, and its end is told once, whatever it
	// is. An observer must not show arguments, bodies or excerpts.
	Observe(ctx context.Context, call Call) (context.Context, func(domain.Result))
}

// Call is what is known of a call before it is read.
type Call struct {
	Tool     string // one of the bridge's own tools
	Request  string // the id of the request, as in logs and errors
	Protocol string // the revision that the client speaks, "" if that is not known
	Network  bool   // it came over a network and not from the process's own streams

	// TraceParent and TraceState are what the caller says of its own trace (W3C
	// Trace Context), unchecked, "" without.
	TraceParent string
	TraceState  string
}
