package hostile

import (
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"testing"
	"time"

	"mcpbridge/test/certificates"
)

// authority issues certificates.
type authority struct {
	certificates.Pair
	pool     *x509.CertPool // it alone
	stranger *authority     // that nobody trusts; it knows no further one
}

// newAuthorities makes the authority that the bridge trusts, and a stranger.
func newAuthorities(t *testing.T) *authority {
	t.Helper()
	trusted := newAuthority(t)
	trusted.stranger = newAuthority(t)
	return trusted
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	own := certificates.New(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}, nil)
	return &authority{Pair: own, pool: own.Pool()}
}

// issue makes a certificate for the server's address, changed by change.
func (a *authority) issue(change func(*x509.Certificate)) tls.Certificate {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if change != nil {
		change(template)
	}
	made, err := certificates.Make(template, &a.Pair)
	if err != nil {
		panic(err) // the template is wrong, or the system's source of chance is gone
	}
	return made.TLS()
}

// serving presents one certificate.
func serving(certificate tls.Certificate) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{certificate}}
}
