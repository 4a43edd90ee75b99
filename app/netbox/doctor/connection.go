package doctor

import (
	"context"
	"slices"
	"strings"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/handshake"
)

// maxAddresses is how many addresses of a name are shown.
const maxAddresses = 4

// dns looks the host up: the proxy's, if there is one, which looks up the
// NetBox's by itself.
func (v *visit) dns(ctx context.Context) diagnosis.Finding {
	host, addresses, err := v.Prober.Resolve(ctx)
	switch {
	case err != nil && host == "":
		return failed(fault.Of(err).Message, "Correct HTTP_PROXY, HTTPS_PROXY or NO_PROXY.")
	case err != nil:
		return failed(fault.Of(err).Message+": "+host, "Correct the name in NETBOX_URL (or in HTTPS_PROXY), or this machine's DNS.")
	case slices.Equal(addresses, []string{host}):
		return ok(host + " is an address")
	}
	shown := addresses[:min(len(addresses), maxAddresses)]
	return ok(host + " is " + strings.Join(shown, ", "))
}

// apiPath is where the API begins; whatever answers here shows what it is.
const apiPath = "/api/"

// connection sends the first request, without a credential: nobody has shown yet
// who is at the other end.
func (v *visit) connection(ctx context.Context) diagnosis.Finding {
	v.asked = v.Clock.Now()
	v.welcome, v.handshake = v.Prober.Probe(ctx, v.reading(apiPath, domain.Secret{}))
	v.answered = v.Clock.Now()
	proxy, _ := v.Prober.Proxy() // a bad one has ended the look-up
	switch {
	case v.welcome.Reach != domain.Answered && v.handshake.Trust == handshake.None:
		return coded(v.welcome.Fault.Code, v.welcome.Fault.Message,
			"Check the host and the port in NETBOX_URL, that the NetBox runs, the firewalls between, and the proxy variables.")
	case proxy != "":
		return ok("made through the proxy " + proxy)
	}
	return ok("made")
}
