package doctor

import (
	"context"
	"fmt"
	"strings"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
)

// api tells from the first answer whether a NetBox's API begins where the URL
// says. A refusal in JSON is as good as the API itself, since nobody was named.
func (v *visit) api(context.Context) diagnosis.Finding {
	x := v.welcome
	_, isObject := object(x)
	answered := fmt.Sprintf("%s%s answers HTTP %d", v.Base.Path, apiPath, x.Status)
	switch {
	case x.Fault != nil:
		return coded(x.Fault.Code, x.Fault.Message, v.basePathRemedy())
	case x.IsRedirect():
		return v.redirect(x, answered)
	case x.Status == 404:
		return coded(fault.SourceStatus, answered, v.basePathRemedy())
	case x.Status >= 500:
		return coded(fault.SourceStatus, answered, "Look into the logs of the NetBox and of the proxy before it.")
	case isObject && (x.IsSuccess() || x.IsRefusal()):
		return ok("answers at " + v.Base.Path + apiPath)
	case x.IsRefusal():
		return coded(fault.SourceStatus, answered+", but not in JSON as a NetBox does", "Something before the NetBox refuses requests; let it pass those for the API.")
	}
	return coded(fault.SourceUnusable, answered+", but not in JSON as a NetBox does", v.basePathRemedy())
}

func (v *visit) basePathRemedy() string {
	if v.Base.Path == "" {
		return "If the NetBox lies below a path (its BASE_PATH), put that into NETBOX_URL, as in https://tools.example.org/netbox; otherwise check the host and the port."
	}
	return "Check the path in NETBOX_URL: it must be the NetBox's BASE_PATH, and end before /api/."
}

// redirect tells where to, so that the URL can be corrected; it never goes there.
func (v *visit) redirect(x domain.Exchange, answered string) diagnosis.Finding {
	location, _ := x.Header("Location")
	f := coded(fault.SourceRedirect, answered+", a redirect to "+v.foreign(location), "Redirects are never followed: correct the base path in NETBOX_URL, or let the login page before the NetBox pass requests for the API.")
	if origin, path, err := netbox.CutOrigin(location); err == nil && strings.HasSuffix(path, apiPath) {
		f.Remedy = "Redirects are never followed: if you trust it, put " + v.foreign(origin.String()+strings.TrimSuffix(path, apiPath)) + " into NETBOX_URL."
	}
	return f
}
