package netbox

import (
	"strings"

	"mcpbridge/domain/fault"
)

// CheckAdvertisedLink checks a manifest link as far as that goes without
// knowing the NetBox: its form, and that it leads to the manifest's place of the
// plugin, or of any plugin if that is "", whatever origin and base path are
// before it. Its error is a [fault.Findings].
func CheckAdvertisedLink(link, plugin string) error {
	base := Base{}
	path := link
	if !strings.HasPrefix(link, "/") {
		origin, rest, err := CutOrigin(link)
		if err != nil {
			return err
		}
		base.Origin, path = origin, rest
	}
	if at := strings.Index(path, ListingPath); at > 0 {
		base.Path = path[:at]
	}
	path, err := base.resolve(link)
	if err != nil {
		return err
	}
	served, found := pluginOf(strings.TrimSuffix(path, "mcp/"))
	if !found || path != ManifestPath(served) || plugin != "" && plugin != served {
		return fault.Findings{fault.Find("", fault.LinkTarget, "the link must lead to %s<plugin>/mcp/", ListingPath)}
	}
	return nil
}
