package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/strictjson"
)

// links compares where the NetBox believes to be, as the links of its listing
// show, with where it was reached. A proxy that does not pass on the scheme or
// the name makes the two differ, and then no plugin can be used.
func (v *visit) links(context.Context) diagnosis.Finding {
	listing, isObject := object(v.listing)
	if !isObject {
		return coded(fault.SourceUnusable, netbox.ListingPath+" does not answer with an object of links", fault.SourceUnusable.Entry().Next)
	}
	v.plugins = listing
	for _, entry := range listing.Members() {
		if found, remedy := v.link(entry.Value); found != "" {
			return coded(fault.RootLinkInvalid, found, remedy)
		}
	}
	return ok("name the origin and the path in NETBOX_URL")
}

// link finds out what a link says of the proxy, "" if nothing bad. A link that
// cannot be read is its plugin's problem.
func (v *visit) link(value strictjson.Value) (found, remedy string) {
	origin, path, err := netbox.CutOrigin(value.Text())
	if err != nil {
		return "", ""
	}
	before, _, isListed := strings.Cut(path, netbox.ListingPath)
	configured := v.Base.Origin
	found = fmt.Sprintf("lead to %s, but NETBOX_URL to %s", origin, configured)
	orTrust := fmt.Sprintf(", or name the other origin: --trusted-origins %s.", origin)
	switch {
	case origin == configured || slices.Contains(v.Base.Trusted, origin):
		if isListed && before != "" && before != v.Base.Path {
			return "lie below " + v.foreign(before) + ", but NETBOX_URL does not", "Let NETBOX_URL end in the NetBox's BASE_PATH, and the proxy pass that path on unchanged."
		}
		return "", ""
	case origin.Host == configured.Host && configured.Scheme == "https" && origin.Scheme == "http":
		return found, "Let the proxy before the NetBox send X-Forwarded-Proto: https" + orTrust
	case origin.Host == configured.Host && configured.Scheme == "http" && origin.Scheme == "https":
		return found, "Put https into NETBOX_URL, as the NetBox's own users do" + orTrust
	}
	return found, "Let the proxy before the NetBox pass on the Host it received, or send it as X-Forwarded-Host" + orTrust
}
