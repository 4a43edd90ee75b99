package doctor

import (
	"context"
	"fmt"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
)

// whoPath is where a newer NetBox tells who is asking.
const whoPath = "/api/authentication-check/"

// credential reads the listing of the plugins, which every user may, and asks
// who that user is.
func (v *visit) credential(ctx context.Context) diagnosis.Finding {
	v.listing = v.get(ctx, netbox.ListingPath)
	switch {
	case v.listing.Fault != nil:
		return failedBy(v.listing.Fault)
	case v.Token.IsZero() && v.listing.IsRefusal():
		return coded(fault.SourceStatus, "there is no token, and the NetBox wants one", "Make an API token in the NetBox, and set NETBOX_TOKEN or --token-file.")
	case !v.listing.IsRefusal() && !v.listing.IsSuccess():
		return coded(fault.SourceStatus, fmt.Sprintf("%s answers HTTP %d", netbox.ListingPath, v.listing.Status), "Look into the logs of the NetBox and of the proxy before it.")
	case v.Token.IsZero():
		return warning("there is no token: the bridge sees what the NetBox shows to everybody, and can write nothing", "Make an API token in the NetBox, and set NETBOX_TOKEN or --token-file.")
	case v.listing.IsRefusal():
		return coded(fault.SourceStatus, fmt.Sprintf("%s, which the NetBox refuses with HTTP %d%s", v.form(), v.listing.Status, v.reason(v.listing)),
			"Check in the NetBox that the token exists, is enabled, has not expired and may be used from this address, and that its user is active.")
	}
	return ok(v.form() + ", " + v.owner(ctx))
}

// form is the kind of token that this one looks like.
func (v *visit) form() string {
	if version := netbox.VersionOf(v.Token); version != netbox.NeitherForm {
		return "a " + string(version) + " token"
	}
	return "a token of neither form (40 hexadecimal digits, or nbt_KEY.SECRET)"
}

// reason is what NetBox says beside a refusal.
func (v *visit) reason(x domain.Exchange) string {
	answer, _ := object(x)
	if detail := v.foreign(answer.Get("detail").Text()); detail != "" {
		return ": " + detail
	}
	return ""
}

func (v *visit) owner(ctx context.Context) string {
	if x := v.get(ctx, whoPath); x.IsSuccess() {
		user, _ := object(x)
		if name := v.foreign(user.Get("username").Text()); name != "" {
			return "accepted as the user " + name
		}
	}
	return "accepted; this NetBox does not tell whose it is"
}
