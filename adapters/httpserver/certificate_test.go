package httpserver

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcpbridge/test/certificates"
)

// writePair writes a certificate with that serial number, and its key.
func writePair(t *testing.T, folder string, serial int64) {
	t.Helper()
	certificate, key := certificates.New(t, &x509.Certificate{SerialNumber: big.NewInt(serial), DNSNames: []string{"bridge.example"}}, nil).PEM(t)
	write(t, folder, "cert", certificate)
	write(t, folder, "key", key)
}

func write(t *testing.T, folder, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAChangedCertificateIsServedAndABrokenOneIsNot(t *testing.T) {
	folder := t.TempDir()
	writePair(t, folder, 1)
	c, err := LoadCertificate(filepath.Join(folder, "cert"), filepath.Join(folder, "key"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	serial := func() int64 {
		c.looked = time.Time{} // as if a second had passed
		pair, err := c.current(nil)
		if err != nil {
			t.Fatal(err)
		}
		return pair.Leaf.SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("unchanged: serial %d", got)
	}
	writePair(t, folder, 2)
	touch(t, folder, 1)
	if got := serial(); got != 2 {
		t.Errorf("after a change: serial %d", got)
	}
	write(t, folder, "cert", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("broken")}))
	if got := serial(); got != 2 {
		t.Errorf("after a broken change: serial %d", got)
	}
	if err := os.Remove(filepath.Join(folder, "key")); err != nil {
		t.Fatal(err)
	}
	if got := serial(); got != 2 {
		t.Errorf("without a key: serial %d", got)
	}
	writePair(t, folder, 3)
	touch(t, folder, 2)
	if got := serial(); got != 3 {
		t.Errorf("after it was mended: serial %d", got)
	}
}

// touch makes the files look written some hours later.
func touch(t *testing.T, folder string, hours int) {
	t.Helper()
	at := time.Now().Add(time.Duration(hours) * time.Hour)
	for _, name := range []string{"cert", "key"} {
		if err := os.Chtimes(filepath.Join(folder, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAKeyOfAnotherCertificateStopsTheStart(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	writePair(t, one, 1)
	writePair(t, two, 2)
	for _, key := range []string{filepath.Join(two, "key"), filepath.Join(two, "none")} {
		if _, err := LoadCertificate(filepath.Join(one, "cert"), key, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("it started with %s", key)
		}
	}
}

func TestTLSIsNeverOlderThan12(t *testing.T) {
	folder := t.TempDir()
	writePair(t, folder, 1)
	c, err := LoadCertificate(filepath.Join(folder, "cert"), filepath.Join(folder, "key"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.TLS = c.Config()
	server.StartTLS()
	defer server.Close()
	for version, want := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		connection, err := tls.Dial("tcp", server.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version})
		if (err == nil) != want {
			t.Errorf("version %x: %v", version, err)
		}
		if err == nil {
			_ = connection.Close()
		}
	}
}
