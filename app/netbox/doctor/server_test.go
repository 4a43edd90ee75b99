package doctor_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/adapters/systemclock"
	appnetbox "mcpbridge/app/netbox"
	"mcpbridge/app/netbox/doctor"
	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/redact"
	"mcpbridge/test/certificates"
)

const token = "nbt_abcdefghijkl.0123456789012345678901234567890123456789"

// server is a NetBox with what is wrong with it and with the way there; the zero
// server speaks TLS and is in order.
type server struct {
	plain       bool                            // no TLS
	certificate func(*x509.Certificate)         // changes what the certificate says
	tls         func(*tls.Config)               // changes how TLS is spoken
	below       string                          // the BASE_PATH of the NetBox
	wrap        func(http.Handler) http.Handler // a faulty NetBox, or a faulty proxy before it

	scheme string               // of the configured URL, if not that of the server
	path   string               // of the configured URL
	trust  func(*tls.Config)    // changes whom the doctor trusts
	doctor func(*doctor.Doctor) // changes what else the doctor knows
}

// start serves the NetBox until the test ends. It returns who can examine it,
// and what it was asked.
func (s server) start(t *testing.T) (*doctor.Doctor, *requests) {
	t.Helper()
	handler := netboxdemo.New(netboxdemo.Options{Token: token, BasePath: s.below}).Handler()
	if s.wrap != nil {
		handler = s.wrap(handler)
	}
	asked := &requests{}
	running := httptest.NewUnstartedServer(asked.noting(handler))
	running.Config.ErrorLog = log.New(io.Discard, "", 0)
	trusted := &tls.Config{}
	if s.plain {
		running.Start()
	} else {
		certificate, roots := newCertificate(t, s.certificate)
		running.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
		if s.tls != nil {
			s.tls(running.TLS)
		}
		running.StartTLS()
		trusted.RootCAs = roots
	}
	t.Cleanup(running.Close)
	if s.trust != nil {
		s.trust(trusted)
	}
	return s.examiner(t, running.URL, trusted), asked
}

// examiner is a doctor for the NetBox at an origin.
func (s server) examiner(t *testing.T, origin string, trusted *tls.Config) *doctor.Doctor {
	t.Helper()
	at, err := url.Parse(origin + s.path)
	if err != nil {
		t.Fatal(err)
	}
	if s.scheme != "" {
		at.Scheme = s.scheme
	}
	client, err := boundedhttp.New(boundedhttp.Options{
		BaseURL: at, TLS: trusted, Timeout: 10 * time.Second,
		Proxy: func(*http.Request) (*url.URL, error) { return nil, nil },
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	base, err := netbox.ParseBase(at.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &doctor.Doctor{
		Settings: doctor.Settings{Source: "hold"},
		Base:     base, Token: domain.NewSecret(token), Prober: client,
		Journal:  func(context.Context) (doctor.JournalState, error) { return doctor.JournalState{Place: "a file"}, nil },
		Clock:    systemclock.Clock{},
		Redactor: redact.New(),
	}
	if s.doctor != nil {
		s.doctor(d)
	}
	d.Source = appnetbox.New(d.Prober, d.Base, d.Token, 2, slog.New(slog.DiscardHandler))
	return d
}

// requests are what a server was asked.
type requests struct {
	mu   sync.Mutex
	seen []request
}

type request struct {
	method, path string
	named        bool // with a credential
}

func (r *requests) noting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		r.mu.Lock()
		r.seen = append(r.seen, request{asked.Method, asked.URL.Path, asked.Header.Get("Authorization") != ""})
		r.mu.Unlock()
		next.ServeHTTP(w, asked)
	})
}

func (r *requests) all() []request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen
}

// newCertificate makes a certificate of its own authority for 127.0.0.1, and
// the pool that trusts it.
func newCertificate(t *testing.T, change func(*x509.Certificate)) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "test authority"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(1000 * time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	if change != nil {
		change(template)
	}
	made := certificates.New(t, template, nil)
	return made.TLS(), made.Pool()
}

// The faults that a server can have.

// answering replaces the answer to one path.
func answering(path string, status int, contentType, body string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if path != "*" && r.URL.Path != path {
				next.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		})
	}
}

// withHeader sets a header of every answer.
func withHeader(name, value string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set(name, value)
			next.ServeHTTP(w, r)
		})
	}
}

// redirecting sends every request elsewhere.
func redirecting(to string) func(http.Handler) http.Handler {
	return func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		})
	}
}

// changing lets a proxy change the requests that it passes on.
func changing(change func(*http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			change(r)
			next.ServeHTTP(w, r)
		})
	}
}
