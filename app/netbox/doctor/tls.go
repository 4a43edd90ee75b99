package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain/handshake"
)

// fewDays is when a certificate's end comes close enough for a warning.
const fewDays = 14

// maxNames is how many names of a certificate are shown.
const maxNames = 5

// tls judges the handshake of the first request.
func (v *visit) tls(context.Context) diagnosis.Finding {
	switch v.handshake.Trust {
	case handshake.None:
		return skipped("the URL is http, so there is none")
	case handshake.Trusted:
		return v.lifetime()
	case handshake.Unverified:
		return warning("nobody knows who answers, because NETBOX_SSL_VERIFY is off", "Turn it on; for a certificate of your own authority, name that with --ca-file (NETBOX_CA_FILE).")
	}
	for _, row := range distrusts() {
		if row.trust == v.handshake.Trust {
			return coded(v.welcome.Fault.Code, v.welcome.Fault.Message+v.detail(row.detail), row.remedy)
		}
	}
	return failedBy(v.welcome.Fault)
}

func (v *visit) lifetime() diagnosis.Finding {
	end := v.handshake.Certificate.NotAfter
	days := int(end.Sub(v.Clock.Now()) / (24 * time.Hour))
	found := fmt.Sprintf("the certificate is trusted, and for %d days more (until %s)", days, day(end))
	if days < fewDays {
		return warning(found, "Renew the certificate, or its authority's if that ends first.")
	}
	return ok(found)
}

// distrust is a reason not to trust a server, what of its certificate shows why,
// and what to do.
type distrust struct {
	trust  handshake.Trust
	detail func(*visit, handshake.Certificate) string
	remedy string
}

func distrusts() []distrust {
	return []distrust{
		{handshake.UnknownAuthority, (*visit).issuer, "Name the authority's certificate with --ca-file (NETBOX_CA_FILE), and let the server send its intermediate certificates."},
		{handshake.OtherHost, (*visit).names, "Put a name that the certificate has into NETBOX_URL, or get one that has the name there."},
		{handshake.Expired, (*visit).end, "Renew the certificate; if it should be valid, this machine's clock is wrong."},
		{handshake.NotYetValid, (*visit).start, "Correct this machine's clock, or wait until the certificate is valid."},
		{handshake.Unacceptable, (*visit).issuer, "Get a certificate for a TLS server (RFC 5280), signed by an authority that may sign."},
		{handshake.NotTLS, nil, "Correct the port in NETBOX_URL, or turn TLS on at the server; http in place of https shows the token to everybody on the way."},
		{handshake.TurnedAway, nil, "If the server wants a client certificate, name it with --client-cert and --client-key; otherwise let it speak TLS 1.2 or later."},
	}
}

func (v *visit) detail(of func(*visit, handshake.Certificate) string) string {
	if of == nil || v.handshake.Certificate == nil {
		return ""
	}
	return of(v, *v.handshake.Certificate)
}

func (v *visit) issuer(c handshake.Certificate) string { return ": " + v.foreign(c.Issuer) }

func (v *visit) names(c handshake.Certificate) string {
	return fmt.Sprintf(", not for %s: %s", v.Base.Origin.Host, v.foreign(strings.Join(c.Names[:min(len(c.Names), maxNames)], ", ")))
}

func (v *visit) end(c handshake.Certificate) string { return ", on " + day(c.NotAfter) }

func (v *visit) start(c handshake.Certificate) string {
	return ", but from " + day(c.NotBefore) + " on"
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
