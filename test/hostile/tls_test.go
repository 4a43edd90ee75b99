package hostile

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"strings"
	"time"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/domain/fault"
)

// tlsTrials are about who the server is. Each fault is met once by the
// discovery, and once by a write whose connection is the first to show it.
func tlsTrials() []trial {
	valid := func(ca *authority) *tls.Config { return serving(ca.issue(nil)) }
	var trials []trial
	for _, broken := range []struct {
		name   string
		secure func(*authority) *tls.Config
	}{
		{"a certificate that has expired", changed(func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) })},
		{"a certificate that is not yet valid", changed(func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Minute) })},
		{"a certificate for another host", changed(func(c *x509.Certificate) { c.IPAddresses = []net.IP{net.IPv4(192, 0, 2, 1)} })},
		{"a certificate for a name alone", changed(func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"localhost"} })},
		{"a certificate for clients alone", changed(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })},
		{"an unknown authority", func(ca *authority) *tls.Config { return serving(ca.stranger.issue(nil)) }},
		{"a version of TLS that is too old", func(ca *authority) *tls.Config {
			config := valid(ca)
			config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS11
			return config
		}},
	} {
		trials = append(trials,
			trial{name: broken.name + ", at the listing", secure: broken.secure, want: refused(fault.SourceDown)},
			trial{name: broken.name + ", at a write", tool: change, secure: valid, want: refused(fault.DispatchNotSent),
				server: func(s *server) {
					s.parting = true
					s.thereafter = func(s *server, conn net.Conn) {
						s.speakSecurely(conn, broken.secure(s.ca))
					}
				}},
		)
	}
	return append(trials,
		trial{name: "TLS", tool: change, secure: valid, want: completed(200)},
		trial{name: "a certificate that nobody checks", tool: change, secure: trials[0].secure, want: completed(200),
			transport: func(_ *server, options *boundedhttp.Options) { options.TLS.InsecureSkipVerify = true }},
		trial{name: "a client certificate", tool: change, secure: demanding, want: completed(200),
			transport: func(s *server, options *boundedhttp.Options) {
				options.TLS.Certificates = []tls.Certificate{s.ca.issue(nil)}
			}},
		trial{name: "a client certificate that is missing", secure: demanding, want: refused(fault.SourceDown)},
		trial{name: "a client certificate of a stranger", secure: demanding, want: refused(fault.SourceDown),
			transport: func(s *server, options *boundedhttp.Options) {
				options.TLS.Certificates = []tls.Certificate{s.ca.stranger.issue(nil)}
			}},
		trial{name: "no TLS where it is expected", want: refused(fault.SourceDown),
			server: func(s *server) {
				s.origin = strings.Replace(s.origin, "http:", "https:", 1)
				s.served.Store(true)
				s.thereafter = func(_ *server, conn net.Conn) {
					_, _ = conn.Write([]byte("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"))
				}
			}},
		trial{name: "TLS where it is not expected", secure: valid, want: refused(fault.SourceDown),
			server: func(s *server) { s.origin = strings.Replace(s.origin, "https:", "http:", 1) }},
		trial{name: "a handshake without end, at the listing", secure: valid, want: refused(fault.SourceTimeout), transport: impatient,
			server: func(s *server) {
				s.served.Store(true)
				s.thereafter = takeThenWait
			}},
		trial{name: "a handshake without end, at a write", tool: change, secure: valid, want: refused(fault.DispatchNotSent), transport: impatient,
			server: func(s *server) { s.parting, s.thereafter = true, takeThenWait }},
		trial{name: "a reset in the handshake, at a write", tool: change, secure: valid, want: refused(fault.DispatchNotSent),
			server: func(s *server) { s.parting, s.thereafter = true, takeThenReset(5) }},
		trial{name: "a reset after a write over TLS", tool: change, secure: valid, want: unknown(fault.DispatchInterrupted, 0),
			replies: map[place]reply{target: reset}},
		trial{name: "an end without TLS's own, in a body without a length", tool: change, secure: valid, want: unknown(fault.ResponseUnreadable, 200),
			replies: map[place]reply{target: func(x *exchange) {
				x.write(head+"\r\n", cut(x.document()))
				x.ended = true
				x.raw.Close()
			}}},
	)
}

// changed presents a certificate that is not as it should be.
func changed(change func(*x509.Certificate)) func(*authority) *tls.Config {
	return func(ca *authority) *tls.Config { return serving(ca.issue(change)) }
}

// demanding wants a certificate of the client.
func demanding(ca *authority) *tls.Config {
	config := serving(ca.issue(nil))
	config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, ca.pool
	return config
}
