package contract

import (
	"context"
	"errors"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// nobody is what there is to say where no plugin takes part.
const nobody = "none advertises the bridge; mcp-bridge doctor shows which plugins there are"

// unread says why there are no tools to test, and what to do next.
func (r *run) unread(err error) string {
	if isDefect(err) {
		return defect(err)
	}
	f := fault.Of(err)
	text := string(f.Code) + ": " + f.Message
	switch {
	case errors.Is(err, ports.ErrCredentialRefused) && r.credential.IsZero():
		return text + "; there is no token: set NETBOX_TOKEN or --token-file"
	case errors.Is(err, ports.ErrCredentialRefused):
		return text + "; the token of NETBOX_TOKEN or --token-file must be valid, and its user active: mcp-bridge doctor says what is wrong with it"
	case f.Code == fault.AdvertisementInvalid:
		return text
	case f.Code == fault.PluginNotListed || f.Code == fault.PluginNotAdvertising:
		return text + "; " + r.candidates()
	case f.Code == fault.SourceStatus:
		return text + "; 401 and 403 mean that the token's user may not read it; otherwise look into the log of the NetBox; mcp-bridge doctor tells more"
	}
	return text + "; mcp-bridge doctor finds out why"
}

// candidates are the plugins that could have been meant.
func (t *Tester) candidates(ctx context.Context) string {
	catalog, err := t.source.Scan(ctx, domain.Access{}, nil)
	names := participants(catalog)
	switch {
	case err != nil:
		return "mcp-bridge doctor shows which there are"
	case len(names) == 0:
		return nobody
	}
	return "those that take part are " + enumerate(names)
}
