package boundedhttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/handshake"
	"mcpbridge/ports"
)

var _ ports.Prober = (*Client)(nil)

// Probe implements [ports.Prober].
func (c *Client) Probe(ctx context.Context, request ports.Request) (domain.Exchange, handshake.Result) {
	x := c.exchange(ctx, request)
	switch {
	case x.err != nil:
		return x.Exchange, failedHandshake(x.err)
	case x.tls != nil:
		return x.Exchange, madeHandshake(x.tls)
	}
	return x.Exchange, handshake.Result{}
}

// Proxy implements [ports.Prober].
func (c *Client) Proxy() (string, error) {
	proxy, err := c.chosenProxy()
	if proxy == nil || err != nil {
		return "", err
	}
	return proxy.Host, nil
}

// Resolve implements [ports.Prober].
func (c *Client) Resolve(ctx context.Context) (host string, addresses []string, err error) {
	proxy, err := c.chosenProxy()
	if err != nil {
		return "", nil, err
	}
	host = c.base.Hostname()
	if proxy != nil {
		host = proxy.Hostname()
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	addresses, err = net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return host, nil, unresolved(err)
	}
	return host, addresses, nil
}

func (c *Client) chosenProxy() (*url.URL, error) {
	proxy, err := c.proxy(&http.Request{URL: c.base})
	if err != nil {
		return nil, badProxy()
	}
	return proxy, nil
}

// unresolved tells a name that nobody knows from a resolver that does not answer.
func unresolved(err error) error {
	if unknown, ok := errors.AsType[*net.DNSError](err); ok && unknown.IsNotFound {
		return fault.New(fault.SourceDown, "there is no such host name")
	}
	return fault.New(fault.SourceDown, "the resolver did not answer")
}

// failedHandshake is what an error says of the handshake.
func failedHandshake(err error) handshake.Result {
	kind, _ := kindOf(err)
	return handshake.Result{Trust: kind.trust, Certificate: certificate(atFault(err))}
}

// atFault is the certificate that was not accepted, nil if that is not known.
func atFault(err error) *x509.Certificate {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		return invalid.Cert
	}
	refused, ok := errors.AsType[*tls.CertificateVerificationError](err)
	if !ok || len(refused.UnverifiedCertificates) == 0 {
		return nil
	}
	return refused.UnverifiedCertificates[0]
}

// madeHandshake looks at the chain that was verified, or else at what was shown.
func madeHandshake(state *tls.ConnectionState) handshake.Result {
	trust, chain := handshake.Unverified, state.PeerCertificates
	if len(state.VerifiedChains) > 0 {
		trust, chain = handshake.Trusted, state.VerifiedChains[0]
	}
	first := slices.MinFunc(chain, func(a, b *x509.Certificate) int { return a.NotAfter.Compare(b.NotAfter) })
	return handshake.Result{Trust: trust, Certificate: certificate(first)}
}

func certificate(c *x509.Certificate) *handshake.Certificate {
	if c == nil {
		return nil
	}
	names := slices.Clone(c.DNSNames)
	for _, address := range c.IPAddresses {
		names = append(names, address.String())
	}
	return &handshake.Certificate{Names: names, Issuer: c.Issuer.String(), NotBefore: c.NotBefore, NotAfter: c.NotAfter}
}
