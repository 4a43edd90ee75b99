package ports

import (
	"context"
	"errors"

	"mcpbridge/domain"
)

// ToolSource is where tools come from and where their calls go, such as the
// plugins of a source of truth. The use cases call it, also at the same time.
type ToolSource interface {
	// Scan finds the tools of every plugin. Faulty plugins are problems in the
	// catalog; an error, always a [fault.Fault], means that there is no answer
	// at all. It wraps [ErrCredentialRefused] if the source does not accept the
	// credential, whatever is asked with it. progress may be nil.
	Scan(ctx context.Context, access domain.Access, progress Progress) (domain.Catalog, error)
	// Select finds the tools of one plugin and fails closed with that plugin's
	// own [fault.Fault], which wraps the same error as Scan's, or [ErrManifestUnread].
	Select(ctx context.Context, access domain.Access, plugin string) (domain.Catalog, error)
	// Dispatch sends the target's request, exactly once.
	Dispatch(ctx context.Context, access domain.Access, target domain.Target) domain.Exchange
}

// Progress is told how many plugins of how many are done, one call at a time
// and in order. The scan waits for it.
type Progress func(done, total int)

// ErrCredentialRefused says that a source of tools does not accept a credential.
var ErrCredentialRefused = errors.New("the source does not accept the credential")

// ErrManifestUnread says that a plugin's advertisement is sound, but that what it
// leads to could not be read.
var ErrManifestUnread = errors.New("the manifest could not be read")
