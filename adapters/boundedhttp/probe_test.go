package boundedhttp

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/handshake"
)

func TestAProbeTellsHowTheHandshakeEnded(t *testing.T) {
	sound, roots := newCertificate(t, valid)
	stranger, _ := newCertificate(t, valid)
	expired, expiredRoots := newCertificate(t, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) })
	early, earlyRoots := newCertificate(t, func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Minute) })
	other, otherRoots := newCertificate(t, func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other.example"} })
	unfit, unfitRoots := newCertificate(t, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning} })
	here := []string{"127.0.0.1"}
	for name, test := range map[string]struct {
		certificate tls.Certificate
		trust       *tls.Config
		want        handshake.Trust
		names       []string
	}{
		"trusted":       {sound, &tls.Config{RootCAs: roots}, handshake.Trusted, here},
		"not verified":  {stranger, &tls.Config{InsecureSkipVerify: true}, handshake.Unverified, here},
		"a stranger":    {stranger, &tls.Config{RootCAs: roots}, handshake.UnknownAuthority, here},
		"expired":       {expired, &tls.Config{RootCAs: expiredRoots}, handshake.Expired, here},
		"not yet valid": {early, &tls.Config{RootCAs: earlyRoots}, handshake.NotYetValid, here},
		"another host":  {other, &tls.Config{RootCAs: otherRoots}, handshake.OtherHost, []string{"other.example"}},
		"unfit":         {unfit, &tls.Config{RootCAs: unfitRoots}, handshake.Unacceptable, here},
	} {
		t.Run(name, func(t *testing.T) {
			address := tlsServer(t, test.certificate, answering(answer200, false))
			_, got := newClient(t, "https://"+address, Options{TLS: test.trust}).Probe(t.Context(), get())
			if got.Trust != test.want || got.Certificate == nil {
				t.Fatalf("got %q, want %q, with %+v", got.Trust, test.want, got.Certificate)
			}
			leaf, err := x509.ParseCertificate(test.certificate.Certificate[0])
			if err != nil {
				t.Fatal(err)
			}
			c := got.Certificate
			if !slices.Equal(c.Names, test.names) || c.Issuer != "CN=test" || !c.NotBefore.Equal(leaf.NotBefore) || !c.NotAfter.Equal(leaf.NotAfter) {
				t.Errorf("got %+v", c)
			}
		})
	}
}

// The chain is worth as much as the part of it that ends first.
func TestAProbeTellsWhatOfTheChainEndsFirst(t *testing.T) {
	soon, later := time.Now().Add(time.Hour), time.Now().Add(2*time.Hour)
	for name, state := range map[string]*tls.ConnectionState{
		"in the verified chain": {
			PeerCertificates: []*x509.Certificate{{NotAfter: later}, {NotAfter: soon.Add(-time.Minute)}},
			VerifiedChains:   [][]*x509.Certificate{{{NotAfter: later}, {NotAfter: soon}}},
		},
		"among those shown": {PeerCertificates: []*x509.Certificate{{NotAfter: later}, {NotAfter: soon}}},
	} {
		if got := madeHandshake(state); !got.Certificate.NotAfter.Equal(soon) {
			t.Errorf("%s: got %v", name, got.Certificate.NotAfter)
		}
	}
}

func TestAProbeWithoutTLSTellsOfNoHandshake(t *testing.T) {
	plain := rawServer(t, answering(answer200, false))
	x, got := newClient(t, "http://"+plain, Options{}).Probe(t.Context(), get())
	expect(t, x, domain.Answered, "")
	if got != (handshake.Result{}) {
		t.Errorf("got %+v", got)
	}
	mute := rawServer(t, func(conn net.Conn, _ *bufio.Reader) { _, _ = conn.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) })
	x, got = newClient(t, "https://"+mute, Options{}).Probe(t.Context(), get())
	expect(t, x, domain.NotSent, fault.SourceDown)
	if got != (handshake.Result{Trust: handshake.NotTLS}) {
		t.Errorf("got %+v", got)
	}
}

func TestTheHostThatIsConnectedToIsLookedUp(t *testing.T) {
	through := func(proxy string) func(*http.Request) (*url.URL, error) {
		return func(*http.Request) (*url.URL, error) { return url.Parse(proxy) }
	}
	for name, test := range map[string]struct {
		options     Options
		proxy, host string
	}{
		"the source":  {Options{}, "", "127.0.0.2"},
		"the proxy":   {Options{Proxy: through("http://user:pass@127.0.0.3:3128")}, "127.0.0.3:3128", "127.0.0.3"},
		"a bad proxy": {Options{Proxy: through(":")}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			client := newClient(t, "https://127.0.0.2:1/below", test.options)
			proxy, proxyErr := client.Proxy()
			host, addresses, err := client.Resolve(t.Context())
			if proxy != test.proxy || host != test.host || (proxyErr == nil) != (host != "") || (err == nil) != (host != "") {
				t.Errorf("%q (%v), %q (%v)", proxy, proxyErr, host, err)
			}
			if err == nil && !slices.Equal(addresses, []string{test.host}) {
				t.Errorf("got %q", addresses)
			}
		})
	}
}

func TestALookUpThatFailsSaysWhy(t *testing.T) {
	for want, err := range map[string]error{
		"there is no such host name":  &net.DNSError{IsNotFound: true},
		"the resolver did not answer": &net.DNSError{IsTimeout: true},
	} {
		if got := fault.Of(unresolved(err)); got.Code != fault.SourceDown || got.Message != want {
			t.Errorf("got %+v", got)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if host, _, err := newClient(t, "https://host.invalid", Options{}).Resolve(ended); host != "host.invalid" || err == nil {
		t.Errorf("%q: %v", host, err)
	}
}
