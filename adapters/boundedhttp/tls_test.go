package boundedhttp

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/test/certificates"
)

func valid(*x509.Certificate) {}

// newCertificate makes a certificate of its own authority, for 127.0.0.1, and
// the pool that trusts it.
func newCertificate(t *testing.T, change func(*x509.Certificate)) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "test"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	change(template)
	made := certificates.New(t, template, nil)
	return made.TLS(), made.Pool()
}

// tlsServer is rawServer behind TLS.
func tlsServer(t *testing.T, certificate tls.Certificate, serve func(net.Conn, *bufio.Reader), protocols ...string) string {
	t.Helper()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: protocols})
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, listener, serve)
}

func TestAServerThatIsNotTrustedGetsNoRequest(t *testing.T) {
	trusted, roots := newCertificate(t, valid)
	stranger, _ := newCertificate(t, valid)
	expired, expiredRoots := newCertificate(t, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) })
	early, earlyRoots := newCertificate(t, func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Minute) })
	other, otherRoots := newCertificate(t, func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other.example"} })
	unfit, unfitRoots := newCertificate(t, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning} })
	for name, test := range map[string]struct {
		certificate tls.Certificate
		options     Options
		text        string // "" is trusted
	}{
		"trusted authority":           {trusted, Options{TLS: &tls.Config{RootCAs: roots}}, ""},
		"unknown authority":           {stranger, Options{TLS: &tls.Config{RootCAs: roots}}, "unknown authority"},
		"unknown to the system":       {stranger, Options{}, "unknown authority"},
		"expired":                     {expired, Options{TLS: &tls.Config{RootCAs: expiredRoots}}, "expired"},
		"not yet valid":               {early, Options{TLS: &tls.Config{RootCAs: earlyRoots}}, "not yet valid"},
		"another host":                {other, Options{TLS: &tls.Config{RootCAs: otherRoots}}, "another host"},
		"not for servers":             {unfit, Options{TLS: &tls.Config{RootCAs: unfitRoots}}, "not valid"},
		"anything, if not to verify":  {stranger, Options{TLS: &tls.Config{InsecureSkipVerify: true}}, ""},
		"expired, and not to verify":  {expired, Options{TLS: &tls.Config{InsecureSkipVerify: true}}, ""},
		"another, and not to verify":  {other, Options{TLS: &tls.Config{InsecureSkipVerify: true}}, ""},
		"a client's own, not needed ": {trusted, Options{TLS: &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{stranger}}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			address := tlsServer(t, test.certificate, answering(answer200, false))
			got := newClient(t, "https://"+address, test.options).Fetch(t.Context(), requests()["POST"])
			if test.text == "" {
				expect(t, got, domain.Answered, "")
				return
			}
			expect(t, got, domain.NotSent, fault.SourceDown)
			if !strings.Contains(got.Fault.Message, test.text) {
				t.Errorf("the message is %q", got.Fault.Message)
			}
		})
	}
}

func TestAClientCertificateIsPresented(t *testing.T) {
	server, roots := newCertificate(t, valid)
	mine, mineRoots := newCertificate(t, valid)
	for name, test := range map[string]struct {
		certificates []tls.Certificate
		reach        domain.Reach
		code         fault.Code
	}{
		"with one":    {[]tls.Certificate{mine}, domain.Answered, ""},
		"without one": {nil, domain.NotSent, fault.SourceDown},
	} {
		t.Run(name, func(t *testing.T) {
			// TLS 1.2, where a client learns of the refusal before it sends.
			listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{server}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: mineRoots, MaxVersion: tls.VersionTLS12})
			if err != nil {
				t.Fatal(err)
			}
			address := serveOn(t, listener, answering(answer200, false))
			got := newClient(t, "https://"+address, Options{TLS: &tls.Config{RootCAs: roots, Certificates: test.certificates}}).Fetch(t.Context(), get())
			expect(t, got, test.reach, test.code)
			if got.Fault != nil && !strings.Contains(got.Fault.Message, "client certificate") {
				t.Errorf("the message is %q", got.Fault.Message)
			}
		})
	}
}

func TestAServerWithoutTLSIsNamedAsSuch(t *testing.T) {
	address := rawServer(t, func(conn net.Conn, _ *bufio.Reader) { _, _ = conn.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) })
	got := newClient(t, "https://"+address, Options{}).Fetch(t.Context(), get())
	expect(t, got, domain.NotSent, fault.SourceDown)
	if got.Fault.Message != "the server does not speak TLS" {
		t.Errorf("the message is %q", got.Fault.Message)
	}
}

func TestHTTP2IsSpokenWithAServerThatOffersIt(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(r.Proto + " " + r.Method))
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	client := newClient(t, server.URL, Options{TLS: &tls.Config{RootCAs: roots}})
	for name, request := range requests() {
		got := client.Fetch(t.Context(), request)
		expect(t, got, domain.Answered, "")
		if want := "HTTP/2.0 " + string(request.Method); request.Method != "HEAD" && string(got.Body) != want {
			t.Errorf("%s: body %q, want %q", name, got.Body, want)
		}
	}
}
