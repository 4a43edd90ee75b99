// Package netbox is the use case of finding and calling the tools of a
// NetBox's plugins (contract section 3). It is a [ports.ToolSource].
package netbox

import (
	"context"
	"log/slog"

	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
)

// Plugins are the plugins of one NetBox. Every call discovers live; nothing is
// remembered between calls. It is safe for concurrent use.
type Plugins struct {
	fetcher     ports.Fetcher
	base        netbox.Base
	credential  domain.Secret
	concurrency int
	log         *slog.Logger
}

// New makes the source of tools for the NetBox at base. The credential is used
// where a call brings no token of its own; concurrency is how many requests of
// one scan run at a time, 1 to [domain.MaxConcurrency].
func New(fetcher ports.Fetcher, base netbox.Base, credential domain.Secret, concurrency int, log *slog.Logger) *Plugins {
	return &Plugins{fetcher: fetcher, base: base, credential: credential, concurrency: concurrency, log: log}
}

var _ ports.ToolSource = (*Plugins)(nil)

// Dispatch sends the target's request, exactly once.
func (p *Plugins) Dispatch(ctx context.Context, access domain.Access, target domain.Target) domain.Exchange {
	return p.fetcher.Fetch(ctx, ports.Request{
		Purpose:       ports.Target,
		Method:        target.Method,
		Path:          target.Path,
		Query:         target.Query,
		Headers:       target.Headers,
		Authorization: p.authorization(access),
		Body:          target.Body,
		MaxBody:       domain.MaxTargetBytes,
	})
}

// authorization is the call's own token, or else the configured credential.
func (p *Plugins) authorization(access domain.Access) domain.Secret {
	if access.Token.IsZero() {
		return netbox.Authorization(p.credential)
	}
	return netbox.Authorization(access.Token)
}
