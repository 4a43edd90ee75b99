package httpserver

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookAgain is how long a certificate is used before its files are looked at.
const lookAgain = time.Second

// Certificate is the service's certificate and key on disk. A change of the
// files shows in the next handshakes; one that cannot be used is logged, and
// the pair before it goes on serving. It is safe for concurrent use.
type Certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mutex  sync.Mutex
	pair   *tls.Certificate
	looked time.Time
	seen   [2]version
}

// version tells one writing of a file from another.
type version struct {
	modified time.Time
	size     int64
}

// LoadCertificate reads the pair.
func LoadCertificate(certFile, keyFile string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile, log: log}
	var err error
	if c.seen, err = c.look(); err != nil {
		return nil, err
	}
	if err := c.read(); err != nil {
		return nil, err
	}
	return c, nil
}

// Config is the TLS configuration that serves the certificate.
func (c *Certificate) Config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.current, NextProtos: []string{"h2", "http/1.1"}}
}

func (c *Certificate) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if now := time.Now(); now.Sub(c.looked) >= lookAgain {
		c.looked = now
		c.refresh()
	}
	return c.pair, nil
}

// refresh reads files that have changed, once for each change.
func (c *Certificate) refresh() {
	seen, err := c.look()
	if err == nil && seen == c.seen {
		return
	}
	if err == nil {
		c.seen = seen
		err = c.read()
	}
	if err != nil {
		c.log.Error("the changed certificate is not used", "error", err)
		return
	}
	c.log.Info("the certificate was read anew")
}

func (c *Certificate) look() (seen [2]version, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return seen, fmt.Errorf("look at the certificate: %w", err)
		}
		seen[i] = version{info.ModTime(), info.Size()}
	}
	return seen, nil
}

func (c *Certificate) read() error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("read the certificate: %w", err)
	}
	c.pair = &pair
	return nil
}
