package security

import (
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcpbridge/test/certificates"
)

// authority signs the service's certificates.
type authority struct {
	certificates.Pair
	folder string // of the pair that the service reads
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	return &authority{folder: t.TempDir(), Pair: certificates.New(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}, nil)}
}

// issue puts a new pair in place of the one before, and returns what of it is
// secret: the lines of the key's PEM, and the number that it is.
func (a *authority) issue(t *testing.T, serial int64) (secrets []string) {
	t.Helper()
	pair := certificates.New(t, &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "bridge"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}, &a.Pair)
	certPEM, keyPEM := pair.PEM(t)
	for name, content := range map[string][]byte{"key.pem": keyPEM, "cert.pem": certPEM} {
		if err := os.WriteFile(filepath.Join(a.folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	number, err := pair.Key.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return append(strings.Split(string(keyPEM), "\n")[1:3], string(number))
}

// startTLS runs a bridge with a certificate, and sets up those who trust it.
func startTLS(t *testing.T) (*service, *authority) {
	t.Helper()
	a := newAuthority(t)
	secrets := a.issue(t, 2)
	s := start(t, "NETBOX_URL="+upstream(t).server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken,
		"BRIDGE_TLS_CERT="+filepath.Join(a.folder, "cert.pem"), "BRIDGE_TLS_KEY="+filepath.Join(a.folder, "key.pem"))
	for _, text := range secrets {
		s.secret(text)
	}
	s.client = &tls.Config{RootCAs: a.Pool(), ServerName: "127.0.0.1"}
	return s, a
}

// serial is the number of the certificate that the service shows.
func (s *service) serial(t *testing.T) int64 {
	t.Helper()
	connection, err := tls.Dial("tcp", s.address, s.client)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	return connection.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}

func TestHTTPSIsServedInBothVersionsOfHTTP(t *testing.T) {
	s, _ := startTLS(t)
	if got := s.exchange(t, message{}.raw(s, sharedToken, "127.0.0.1")); got.status != 200 || !strings.Contains(got.body, result) {
		t.Errorf("HTTP/1.1: %d %q", got.status, got.body)
	}
	if got := s.exchange(t, message{}.raw(s, wrongToken, "127.0.0.1")); got.status != 401 {
		t.Errorf("a wrong token: %d %q", got.status, got.body)
	}
	transport := &http.Transport{TLSClientConfig: s.client, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+s.address+"/mcp", strings.NewReader(ping))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Authorization": "Bearer " + sharedToken, "Content-Type": "application/json", "Accept": "application/json, text/event-stream"} {
		request.Header.Set(name, value)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 || response.ProtoMajor != 2 || !strings.Contains(string(body), result) {
		t.Errorf("HTTP/2: %s %d %q, %v", response.Proto, response.StatusCode, body, err)
	}
}

func TestOldVersionsOfTLSAreRefused(t *testing.T) {
	s, _ := startTLS(t)
	for version, accepted := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		client := s.client.Clone()
		client.MinVersion, client.MaxVersion = version, version
		connection, err := tls.Dial("tcp", s.address, client)
		if err == nil {
			_ = connection.Close()
		}
		if (err == nil) != accepted {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
	}
}

func TestACertificateThatChangesOnDiskIsServedAnew(t *testing.T) {
	s, a := startTLS(t)
	if got := s.serial(t); got != 2 {
		t.Fatalf("serial %d", got)
	}
	for _, text := range a.issue(t, 3) {
		s.secret(text)
	}
	deadline := time.Now().Add(patience)
	for s.serial(t) != 3 {
		if time.Now().After(deadline) {
			t.Fatal("the new certificate is not served")
		}
		time.Sleep(100 * time.Millisecond) // the files are looked at once a second
	}
	// What cannot be used changes nothing, and is told.
	if err := os.WriteFile(filepath.Join(a.folder, "key.pem"), []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(s.heard(), "the changed certificate is not used") {
		if got := s.serial(t); got != 3 {
			t.Fatalf("serial %d", got)
		}
		if time.Now().After(deadline) {
			t.Fatal("nobody is told of the broken key")
		}
		time.Sleep(100 * time.Millisecond)
	}
	if got := s.serial(t); got != 3 {
		t.Errorf("with a broken key: serial %d", got)
	}
}

func TestPlainHTTPOnTheTLSPortIsRefused(t *testing.T) {
	s, _ := startTLS(t)
	secure := s.client
	s.client = nil
	got := s.exchange(t, message{}.raw(s, sharedToken, "127.0.0.1"))
	if got.status != 400 || got.body != "Client sent an HTTP request to an HTTPS server.\n" {
		t.Errorf("plain HTTP: %d %q", got.status, got.body)
	}
	for name, text := range map[string]string{"another protocol": "SSH-2.0-OpenSSH_9\r\n", "noise": strings.Repeat("\x00\xff", 600), "a record without an end": "\x16\x03\x01\xff\xff"} {
		connection := s.dial(t)
		// The service may have hung up before all was sent.
		_, _ = io.WriteString(connection, text)
		_ = connection.(*net.TCPConn).CloseWrite()
		answer, _ := io.ReadAll(connection) // a reset is as good as an end
		_ = connection.Close()
		if strings.Contains(string(answer), "200") {
			t.Errorf("%s: answered %q", name, answer)
		}
	}
	s.client = secure
	if got := s.exchange(t, message{}.raw(s, sharedToken, "127.0.0.1")); got.status != 200 {
		t.Errorf("afterwards: %d %q", got.status, got.body)
	}
}

func TestASlowHandshakeHoldsNobodyUp(t *testing.T) {
	s, _ := startTLS(t)
	slow := make([]net.Conn, 100)
	for i := range slow {
		connection, err := net.Dial("tcp", s.address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = connection.Close() })
		if _, err := io.WriteString(connection, "\x16\x03\x01\x02\x00"[:i%6]); err != nil {
			t.Fatal(err)
		}
		slow[i] = connection
	}
	for range 20 {
		began := time.Now()
		if got := s.exchange(t, message{}.raw(s, sharedToken, "127.0.0.1")); got.status != 200 {
			t.Errorf("another client got %d %q", got.status, got.body)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("another client waited for %v", took)
		}
	}
	for _, connection := range slow {
		if err := connection.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(connection); err != nil && !strings.Contains(err.Error(), "reset") {
			t.Fatalf("a handshake that does not go on is not cut off: %v", err)
		}
	}
}
