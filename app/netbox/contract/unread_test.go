package contract_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/app/netbox/contract"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// What cannot be fetched is the manifest's fault, not that of the way there.
func TestAManifestThatIsNotServedLeavesTheAdvertisementSound(t *testing.T) {
	source := &portsmock.ToolSourceMock{SelectFunc: func(context.Context, domain.Access, string) (domain.Catalog, error) {
		return domain.Catalog{}, fmt.Errorf("%w: %w", ports.ErrManifestUnread, fault.New(fault.SourceStatus, "/api/plugins/x/mcp/ answered with HTTP 404"))
	}}
	tester := contract.New(source, nil, nil, domain.NewSecret("full"), slog.New(slog.DiscardHandler))
	list := tester.Run(t.Context(), contract.Options{Plugins: []string{"x"}})
	if got := detail(list, "", "the manifest keeps the contract"); list.Count("passed") != 1 || list.Count("failed") != 1 || !strings.Contains(got, "HTTP 404; 401 and 403 mean") {
		t.Errorf("%+v", list.Checks)
	}
}

// Whoever cannot begin learns why, and what to do next.
func TestEveryEndBeforeTheToolsHasANextStep(t *testing.T) {
	many := make([]domain.Tool, 12)
	for i := range many {
		many[i] = domain.Tool{Plugin: fmt.Sprintf("p%02d", i)}
	}
	refused := fmt.Errorf("%w: %w", ports.ErrCredentialRefused, fault.New(fault.SourceStatus, "HTTP 403"))
	for name, test := range map[string]struct {
		err   error
		scan  error
		tools []domain.Tool
		want  string
	}{
		"one that is not there":       {err: fault.New(fault.PluginNotListed, "no"), tools: many, want: "p08, p09 and 2 more"},
		"one that does not take part": {err: fault.New(fault.PluginNotAdvertising, "no"), tools: many[:1], want: "those that take part are p00"},
		"none that takes part":        {err: fault.New(fault.PluginNotAdvertising, "no"), want: "none advertises the bridge; mcp-bridge doctor shows which plugins there are"},
		"nobody knows which there are": {
			err: fault.New(fault.PluginNotListed, "no"), scan: fault.New(fault.ScanTime, "slow"), want: "mcp-bridge doctor shows which there are",
		},
		"a refused token":      {err: refused, want: "mcp-bridge doctor says what is wrong with it"},
		"a refused root":       {err: fault.New(fault.SourceStatus, "HTTP 403"), want: "may not read it; otherwise look into the log of the NetBox; mcp-bridge doctor tells more"},
		"any other end":        {err: fault.New(fault.SourceDown, "down"), want: "mcp-bridge doctor finds out why"},
		"the author's mistake": {err: fault.New(fault.AdvertisementInvalid, "at /mcp: wrong"), want: "advertisement_invalid: at /mcp: wrong"},
		"the bridge's mistake": {err: fault.New(fault.Internal, "the bridge failed"), want: "a defect of the bridge and not of the plugin; report it, with what the log says"},
	} {
		t.Run(name, func(t *testing.T) {
			scans := 0
			source := &portsmock.ToolSourceMock{
				ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
					scans++
					return domain.NewCatalog(test.tools, nil, len(test.tools)), test.scan
				},
				SelectFunc: func(context.Context, domain.Access, string) (domain.Catalog, error) {
					return domain.Catalog{}, test.err
				},
			}
			tester := contract.New(source, nil, nil, domain.NewSecret("full"), slog.New(slog.DiscardHandler))
			list := tester.Run(t.Context(), contract.Options{Plugins: []string{"x", "y"}})
			if got := detail(list, "", "the advertisement keeps the contract"); !strings.HasSuffix(got, test.want) || list.Count("failed") != 2 {
				t.Errorf("%+v", list.Checks)
			}
			if scans > 1 {
				t.Errorf("scanned %d times", scans)
			}
		})
	}
}
