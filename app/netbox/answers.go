package netbox

import (
	"context"
	"fmt"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
)

// Answers returns nil if the NetBox answers as one that can be used: it asks
// without a credential, so a refusal is as good as an answer. A redirect is
// not, since none is ever followed, and neither is an error of the server.
func (p *Plugins) Answers(ctx context.Context) error {
	exchange := p.fetcher.Fetch(ctx, ports.Request{
		Purpose: ports.Readiness, Method: "GET", Path: netbox.ListingPath, Fresh: true, MaxBody: domain.RootBounds().Bytes,
	})
	switch {
	case exchange.Fault != nil:
		return exchange.Fault
	case exchange.IsRedirect():
		return fault.New(fault.SourceRedirect, fmt.Sprintf("%s answered with a redirect (HTTP %d)", netbox.ListingPath, exchange.Status))
	case exchange.Status >= 500:
		return fault.New(fault.SourceStatus, fmt.Sprintf("%s answered with HTTP %d", netbox.ListingPath, exchange.Status))
	}
	return nil
}
