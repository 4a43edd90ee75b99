package doctor_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"mcpbridge/app/diagnosis"
	"mcpbridge/app/netbox/doctor"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/handshake"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// wanted is one finding, by parts of its texts.
type wanted struct {
	check  string
	status diagnosis.Status
	found  string
	remedy string
}

func (w wanted) in(d diagnosis.Diagnosis) bool {
	name, about, _ := strings.Cut(w.check, " ")
	for _, f := range d.Findings {
		if f.Check == name && f.About == about && f.Status == w.status && strings.Contains(f.Found, w.found) && strings.Contains(f.Remedy, w.remedy) {
			return true
		}
	}
	return false
}

func TestEachFaultIsFoundWithItsRemedy(t *testing.T) {
	const trusts = "the certificate is trusted, and for "
	oneToken := func(text string) func(*doctor.Doctor) {
		return func(d *doctor.Doctor) { d.Token = domain.NewSecret(text) }
	}
	for name, test := range map[string]struct {
		server server
		want   wanted
	}{
		"nothing, of a certificate":         {server{}, wanted{"TLS", diagnosis.OK, trusts + "41 days more (until ", ""}},
		"nothing, of links":                 {server{}, wanted{"links", diagnosis.OK, "", ""}},
		"nothing, of the clock":             {server{}, wanted{"clock", diagnosis.OK, "30s at most", ""}},
		"nothing, of the user":              {server{}, wanted{"credential", diagnosis.OK, "a v2 token, accepted as the user demo", ""}},
		"nothing, of the version":           {server{}, wanted{"version", diagnosis.OK, "NetBox 4.5.0-demo", ""}},
		"nothing, of a plugin":              {server{}, wanted{"plugin ip_ledger", diagnosis.OK, "offers 4 tools", ""}},
		"nothing, of the journal":           {server{}, wanted{"journal", diagnosis.OK, "a file; can be written to", ""}},
		"nothing, without TLS":              {server{plain: true}, wanted{"TLS", diagnosis.Skipped, "http", ""}},
		"nothing, below a path":             {server{below: "/netbox", path: "/netbox"}, wanted{"API", diagnosis.OK, "/netbox/api/", ""}},
		"nothing, of an address":            {server{}, wanted{"DNS", diagnosis.OK, "127.0.0.1 is an address", ""}},
		"a plugin that takes no part":       {server{}, wanted{"plugin asset_labels", diagnosis.Skipped, "does not advertise", ""}},
		"a manifest for its author to mend": {server{}, wanted{"plugin legacy_sync", diagnosis.Warning, "/tools/0/effect", "plugin's author"}},

		"a warning about the settings": {
			server{doctor: func(d *doctor.Doctor) { d.Settings.Warnings = []string{"NETBOX_SSL_VERIFY is off"} }},
			wanted{"settings", diagnosis.Warning, "NETBOX_SSL_VERIFY is off", "knowingly"},
		},
		"a certificate that has expired": {
			server{certificate: func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }},
			wanted{"TLS", diagnosis.Failed, "has expired, on 20", "Renew"},
		},
		"a certificate of tomorrow": {
			server{certificate: func(c *x509.Certificate) { c.NotBefore = time.Now().Add(24 * time.Hour) }},
			wanted{"TLS", diagnosis.Failed, "not yet valid, but from 20", "clock"},
		},
		"a certificate that ends soon": {
			server{certificate: func(c *x509.Certificate) { c.NotAfter = time.Now().Add(80 * time.Hour) }},
			wanted{"TLS", diagnosis.Warning, trusts + "3 days more", "Renew"},
		},
		"a certificate for another host": {
			server{certificate: func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"netbox.example"} }},
			wanted{"TLS", diagnosis.Failed, "another host, not for 127.0.0.1: netbox.example", "NETBOX_URL"},
		},
		"a certificate of nobody": {
			server{trust: func(c *tls.Config) { c.RootCAs = x509.NewCertPool() }},
			wanted{"TLS", diagnosis.Failed, "unknown authority: CN=test authority", "--ca-file"},
		},
		"a certificate that is not for servers": {
			server{certificate: func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning} }},
			wanted{"TLS", diagnosis.Failed, "not valid", "RFC 5280"},
		},
		"certificates that are not looked at": {
			server{trust: func(c *tls.Config) { c.RootCAs, c.InsecureSkipVerify = nil, true }},
			wanted{"TLS", diagnosis.Warning, "NETBOX_SSL_VERIFY is off", "--ca-file"},
		},
		"a server that wants a client certificate": {
			server{tls: func(c *tls.Config) { c.ClientAuth, c.MaxVersion = tls.RequireAnyClientCert, tls.VersionTLS12 }},
			wanted{"TLS", diagnosis.Failed, "refused the TLS connection", "--client-cert"},
		},
		"a server without TLS": {
			server{plain: true, scheme: "https"},
			wanted{"TLS", diagnosis.Failed, "does not speak TLS", "port in NETBOX_URL"},
		},
		"a clock that is behind": {
			server{wrap: withHeader("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))},
			wanted{"clock", diagnosis.Warning, "behind the server's", "NTP"},
		},
		"a clock that is ahead": {
			server{wrap: withHeader("Date", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat))},
			wanted{"clock", diagnosis.Warning, "ahead of the server's", "NTP"},
		},
		"a server that tells no time": {
			server{wrap: withHeader("Date", "soon")},
			wanted{"clock", diagnosis.Skipped, "does not tell", ""},
		},
		"a base path that is missing": {
			server{below: "/netbox"},
			wanted{"API", diagnosis.Failed, "/api/ answers HTTP 404", "BASE_PATH"},
		},
		"a base path that is wrong": {
			server{path: "/netbox"},
			wanted{"API", diagnosis.Failed, "/netbox/api/ answers HTTP 404", "Check the path"},
		},
		"a page in place of the API": {
			server{wrap: answering("*", 200, "text/html", "<html>Welcome</html>")},
			wanted{"API", diagnosis.Failed, "HTTP 200, but not in JSON", "BASE_PATH"},
		},
		"a wall before the NetBox": {
			server{wrap: answering("*", 403, "text/html", "<html>Forbidden</html>")},
			wanted{"API", diagnosis.Failed, "HTTP 403, but not in JSON", "before the NetBox"},
		},
		"a NetBox that is down behind its proxy": {
			server{wrap: answering("*", 502, "text/html", "<html>Bad gateway</html>")},
			wanted{"API", diagnosis.Failed, "HTTP 502", "logs"},
		},
		"an answer of an unknown coding": {
			server{wrap: withHeader("Content-Encoding", "br")},
			wanted{"API", diagnosis.Failed, "Content-Encoding", "BASE_PATH"},
		},
		"a redirect to another URL of the API": {
			server{wrap: redirecting("https://netbox.example/tools/api/")},
			wanted{"API", diagnosis.Failed, "a redirect to https://netbox.example/tools/api/", "put https://netbox.example/tools into NETBOX_URL"},
		},
		"a redirect to a login page": {
			server{wrap: redirecting("/login/?next=/api/")},
			wanted{"API", diagnosis.Failed, "a redirect to /login/?next=/api/", "login page"},
		},
		"a NetBox that hides its version": {
			server{wrap: answering("/api/status/", 403, "application/json", `{"detail": "no"}`)},
			wanted{"version", diagnosis.OK, "NetBox 4.5", ""},
		},
		"something that is no NetBox": {
			server{wrap: answering("*", 200, "application/json", `{}`)},
			wanted{"version", diagnosis.Warning, "does not tell", "leads to a NetBox"},
		},
		"a v2 token for an old NetBox": {
			server{wrap: answering("/api/status/", 200, "application/json", `{"netbox-version": "4.4.10"}`)},
			wanted{"version", diagnosis.Failed, "NetBox 4.4.10, which does not know v2 tokens", "v1 token"},
		},
		"a NetBox that does not tell who asks": {
			server{wrap: answering("/api/authentication-check/", 404, "application/json", `{"detail": "Not found."}`)},
			wanted{"credential", diagnosis.OK, "accepted; this NetBox does not tell whose it is", ""},
		},
		"a token that is refused": {
			server{doctor: oneToken("nbt_abc.wrong")},
			wanted{"credential", diagnosis.Failed, "a v2 token, which the NetBox refuses with HTTP 403: Invalid token", "has not expired"},
		},
		"a v1 token that is refused": {
			server{doctor: oneToken(strings.Repeat("0a", 20))},
			wanted{"credential", diagnosis.Failed, "a v1 token, which", "has not expired"},
		},
		"a token that is none": {
			server{doctor: oneToken("my token")},
			wanted{"credential", diagnosis.Failed, "of neither form", "has not expired"},
		},
		"no token": {
			server{doctor: oneToken("")},
			wanted{"credential", diagnosis.Failed, "there is no token, and the NetBox wants one", "NETBOX_TOKEN"},
		},
		"no token where none is needed": {
			server{doctor: oneToken(""), wrap: answering("*", 200, "application/json", `{}`)},
			wanted{"credential", diagnosis.Warning, "there is no token", "NETBOX_TOKEN"},
		},
		"links that lost the scheme at a proxy": {
			server{wrap: changing(func(r *http.Request) { r.TLS = nil })},
			wanted{"links", diagnosis.Failed, "lead to http://127.0.0.1:", "X-Forwarded-Proto: https, or name the other origin: --trusted-origins http://127.0.0.1:"},
		},
		"links that have TLS where the URL has none": {
			server{plain: true, wrap: changing(func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") })},
			wanted{"links", diagnosis.Failed, "lead to https://127.0.0.1:", "Put https into NETBOX_URL"},
		},
		"links that lost the host at a proxy": {
			server{wrap: changing(func(r *http.Request) { r.Host = "netbox.internal:8000" })},
			wanted{"links", diagnosis.Failed, "lead to https://netbox.internal:8000, but NETBOX_URL to https://127.0.0.1:", "Host it received"},
		},
		"links to an origin that is trusted": {
			server{wrap: changing(func(r *http.Request) { r.Host = "netbox.internal" }), doctor: func(d *doctor.Doctor) {
				d.Base.Trusted = []netbox.Origin{{Scheme: "https", Host: "netbox.internal", Port: "443"}}
			}},
			wanted{"links", diagnosis.OK, "", ""},
		},
		"links below a path that the proxy cuts off": {
			server{below: "/netbox", wrap: changing(func(r *http.Request) { r.URL.Path = "/netbox" + r.URL.Path })},
			wanted{"links", diagnosis.Failed, "lie below /netbox", "BASE_PATH"},
		},
		"a listing that is none": {
			server{wrap: answering("/api/plugins/", 200, "application/json", `[]`)},
			wanted{"links", diagnosis.Failed, "not answer with an object", "check the URL"},
		},
		"a listing that breaks": {
			server{wrap: answering("/api/plugins/", 500, "text/html", "<html>")},
			wanted{"credential", diagnosis.Failed, "/api/plugins/ answers HTTP 500", "logs"},
		},
		"a listing that is too large": {
			server{wrap: answering("/api/plugins/", 200, "application/json", strings.Repeat(" ", domain.MaxRootBytes+1))},
			wanted{"credential", diagnosis.Failed, "larger than 1048576 bytes", "shrink"},
		},
		"nothing, of links without an origin": {
			server{wrap: answering("/api/plugins/", 200, "application/json", `{"ip_ledger": "/api/plugins/ip_ledger/"}`)},
			wanted{"links", diagnosis.OK, "", ""},
		},
		"a plugin root that breaks": {
			server{wrap: answering("/api/plugins/ip_ledger/", 500, "text/html", "<html>")},
			wanted{"plugin ip_ledger", diagnosis.Failed, "HTTP 500", "operator"},
		},
		"no plugin that takes part": {
			server{wrap: answering("/api/plugins/", 200, "application/json", `{}`)},
			wanted{"plugin", diagnosis.Warning, "none advertises the bridge", "docs/contract.md"},
		},
		"a listing that is none, for a scan": {
			server{wrap: answering("/api/plugins/", 200, "application/json", `[]`)},
			wanted{"plugin", diagnosis.Failed, "not array", "check the URL"},
		},
		"a journal that cannot be opened": {
			server{doctor: journal(doctor.JournalState{}, errors.New("open the journal: read-only"))},
			wanted{"journal", diagnosis.Failed, "read-only", "BRIDGE_JOURNAL"},
		},
		"a journal that is off": {
			server{doctor: journal(doctor.JournalState{}, nil)},
			wanted{"journal", diagnosis.Warning, "off", "BRIDGE_JOURNAL"},
		},
		"a journal that is not there yet": {
			server{doctor: journal(doctor.JournalState{Place: "/j.db", New: true}, nil)},
			wanted{"journal", diagnosis.OK, "will make /j.db", ""},
		},
		"a journal with unsettled writes": {
			server{doctor: journal(doctor.JournalState{Place: "/j.db", Unsettled: 2}, nil)},
			wanted{"journal", diagnosis.Warning, "2 writes ended as unknown", "settle it"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, asked := test.server.start(t)
			got := d.Examine(t.Context(), nil)
			if !test.want.in(got) {
				t.Errorf("want %+v in\n%s", test.want, listed(got))
			}
			isWellFormed(t, got)
			onlyReads(t, asked.all())
		})
	}
}

func journal(state doctor.JournalState, err error) func(*doctor.Doctor) {
	return func(d *doctor.Doctor) {
		d.Journal = func(context.Context) (doctor.JournalState, error) { return state, err }
	}
}

func listed(d diagnosis.Diagnosis) string {
	var text strings.Builder
	for _, f := range d.Findings {
		fmt.Fprintf(&text, "%+v\n", f)
	}
	return text.String()
}

// isWellFormed holds for every diagnosis: each check is there, whatever is wrong
// has a remedy, nothing else has one, and no text shows the token.
func isWellFormed(t *testing.T, d diagnosis.Diagnosis) {
	t.Helper()
	made := map[string]bool{}
	for _, f := range d.Findings {
		made[f.Check] = true
		if wrong := f.Status == diagnosis.Failed || f.Status == diagnosis.Warning; wrong != (f.Remedy != "") || f.Found == "" {
			t.Errorf("%+v", f)
		}
		if _, secret, _ := strings.Cut(token, "."); strings.Contains(f.Found+f.Remedy, secret) {
			t.Errorf("%s shows the token", f.Check)
		}
	}
	for _, name := range []string{"settings", "DNS", "connection", "TLS", "clock", "API", "version", "credential", "links", "plugin", "journal"} {
		if !made[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

// onlyReads holds for every server: nobody writes, and the first request comes
// without a credential.
func onlyReads(t *testing.T, asked []request) {
	t.Helper()
	for i, r := range asked {
		if r.method != "GET" || i == 0 && r.named {
			t.Errorf("request %d: %+v", i, r)
		}
	}
}

func TestWhatDependsOnAFailureIsSkippedAndSaysOnWhich(t *testing.T) {
	refused := func(t *testing.T) *doctor.Doctor {
		t.Helper()
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		origin := "http://" + listener.Addr().String()
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		return server{}.examiner(t, origin, nil)
	}
	of := func(s server) func(*testing.T) *doctor.Doctor {
		return func(t *testing.T) *doctor.Doctor {
			t.Helper()
			d, _ := s.start(t)
			return d
		}
	}
	for name, test := range map[string]struct {
		doctor  func(*testing.T) *doctor.Doctor
		culprit string
		skipped []string
	}{
		"an unknown host":     {func(*testing.T) *doctor.Doctor { return unresolved() }, "DNS", []string{"connection", "TLS", "clock", "API", "version", "credential", "links", "plugin"}},
		"a refusal":           {refused, "connection", []string{"TLS", "clock", "API", "version", "credential", "links", "plugin"}},
		"a stranger":          {of(server{trust: func(c *tls.Config) { c.RootCAs = x509.NewCertPool() }}), "TLS", []string{"clock", "API", "version", "credential", "links", "plugin"}},
		"a missing base path": {of(server{below: "/netbox"}), "API", []string{"version", "credential", "links", "plugin"}},
		"a bad token":         {of(server{doctor: func(d *doctor.Doctor) { d.Token = domain.NewSecret("nbt_a.b") }}), "credential", []string{"links", "plugin"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := test.doctor(t).Examine(t.Context(), nil)
			for _, check := range test.skipped {
				if w := (wanted{check, diagnosis.Skipped, "needs what failed: " + test.culprit, ""}); !w.in(d) {
					t.Errorf("want %+v in\n%s", w, listed(d))
				}
			}
			if got := d.Count(diagnosis.Skipped) - alwaysSkipped(d); got != len(test.skipped) || !d.Failed() {
				t.Errorf("%d are skipped in\n%s", got, listed(d))
			}
			isWellFormed(t, d)
		})
	}
}

// alwaysSkipped counts what is skipped for want of anything to check.
func alwaysSkipped(d diagnosis.Diagnosis) int {
	count := 0
	for _, f := range d.Findings {
		if f.Status == diagnosis.Skipped && !strings.HasPrefix(f.Found, "needs") {
			count++
		}
	}
	return count
}

// unresolved has a resolver that knows nobody. No other method of its prober is
// there to be called.
func unresolved() *doctor.Doctor {
	return &doctor.Doctor{
		Settings: doctor.Settings{Source: "hold"},
		Prober: &portsmock.ProberMock{ResolveFunc: func(context.Context) (string, []string, error) {
			return "netbox.invalid", nil, fault.New(fault.SourceDown, "there is no such host name")
		}},
		Journal: func(context.Context) (doctor.JournalState, error) { return doctor.JournalState{Place: "a file"}, nil },
	}
}

func TestAHostThatCannotBeLookedUpIsNamed(t *testing.T) {
	d := unresolved().Examine(t.Context(), nil)
	if w := (wanted{"DNS", diagnosis.Failed, "no such host name: netbox.invalid", "DNS"}); !w.in(d) {
		t.Errorf("%s", listed(d))
	}
}

func TestTheWayThroughAProxyIsTold(t *testing.T) {
	d := unresolved()
	d.Clock = &portsmock.ClockMock{NowFunc: time.Now}
	d.Prober = &portsmock.ProberMock{
		ProxyFunc: func() (string, error) { return "proxy.example:3128", nil },
		ResolveFunc: func(context.Context) (string, []string, error) {
			return "proxy.example", []string{"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"}, nil
		},
		ProbeFunc: func(context.Context, ports.Request) (domain.Exchange, handshake.Result) {
			return domain.Exchange{Reach: domain.Answered, Status: 500}, handshake.Result{}
		},
	}
	got := d.Examine(t.Context(), nil)
	for _, w := range []wanted{
		{"DNS", diagnosis.OK, "proxy.example is 10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4", ""},
		{"connection", diagnosis.OK, "made through the proxy proxy.example:3128", ""},
	} {
		if !w.in(got) {
			t.Errorf("want %+v in\n%s", w, listed(got))
		}
	}
	if strings.Contains(listed(got), "10.0.0.5") {
		t.Error("more addresses are shown than a reader wants")
	}
}

func TestAProxySettingThatIsNoURLIsNamed(t *testing.T) {
	d := unresolved()
	d.Prober = &portsmock.ProberMock{ResolveFunc: func(context.Context) (string, []string, error) {
		return "", nil, fault.New(fault.SourceDown, "the proxy setting is not a usable URL")
	}}
	if got, w := d.Examine(t.Context(), nil), (wanted{"DNS", diagnosis.Failed, "proxy setting", "HTTPS_PROXY"}); !w.in(got) {
		t.Errorf("%s", listed(got))
	}
}

func TestEverySettingThatIsWrongIsAFinding(t *testing.T) {
	d := doctor.WithoutSettings(t.Context(), errors.Join(errors.New("NETBOX_URL: expected a URL"), errors.New("LOG_LEVEL: expected a level")))
	for _, w := range []wanted{
		{"settings", diagnosis.Failed, "NETBOX_URL: expected a URL", "config show"},
		{"settings", diagnosis.Failed, "LOG_LEVEL: expected a level", "config show"},
	} {
		if !w.in(d) || d.Count(diagnosis.Failed) != 2 {
			t.Errorf("%s", listed(d))
		}
	}
	isWellFormed(t, d)
}

func TestSettingsThatDoNotHoldSkipEverything(t *testing.T) {
	d := doctor.WithoutSettings(t.Context(), errors.New("NETBOX_URL: expected a URL"))
	if w := (wanted{"settings", diagnosis.Failed, "NETBOX_URL: expected a URL", "docs/settings.md"}); !w.in(d) || d.Count(diagnosis.Skipped) != 10 {
		t.Errorf("%s", listed(d))
	}
	isWellFormed(t, d)
}

// A server that is no friend gets the token, which is meant for it, and may send
// it back in any text that is shown.
func TestAHostileAnswerIsShownShortAndWithoutTheToken(t *testing.T) {
	hostile := "\x1b[2J" + token + strings.Repeat(" very long", 500)
	for name, s := range map[string]server{
		"in a refusal":  {wrap: answering("/api/plugins/", 403, "application/json", fmt.Sprintf(`{"detail": %q}`, "\u001b "+token+strings.Repeat(" long", 500)))},
		"in a version":  {wrap: answering("/api/status/", 200, "application/json", fmt.Sprintf(`{"netbox-version": %q}`, "\u009b"+token))},
		"in a name":     {wrap: answering("/api/authentication-check/", 200, "application/json", fmt.Sprintf(`{"username": %q}`, "root\n"+token))},
		"in a redirect": {wrap: redirecting("/" + token + strings.Repeat("/long", 500))},
		"in a link":     {wrap: answering("/api/plugins/", 200, "application/json", fmt.Sprintf(`{"p": "https://127.0.0.1/%s/api/plugins/p/"}`, token))},
		"in a journal":  {doctor: journal(doctor.JournalState{}, errors.New(hostile))},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := s.start(t)
			got := d.Examine(t.Context(), nil)
			isWellFormed(t, got)
			for _, f := range got.Findings {
				if f.About == "" && (len(f.Found) > 500 || strings.ContainsAny(f.Found, "\x1b\u009b\n")) {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

func TestTheTokenGoesToNoServerThatIsNotTrustedOrNoNetBox(t *testing.T) {
	for name, s := range map[string]server{
		"a stranger":       {trust: func(c *tls.Config) { c.RootCAs = x509.NewCertPool() }},
		"a page":           {wrap: answering("*", 200, "text/html", "<html>")},
		"a redirect":       {wrap: redirecting("https://other.example/api/")},
		"another's prefix": {path: "/netbox"},
	} {
		t.Run(name, func(t *testing.T) {
			d, asked := s.start(t)
			d.Examine(t.Context(), nil)
			for _, r := range asked.all() {
				if r.named {
					t.Errorf("%+v", r)
				}
			}
		})
	}
}
