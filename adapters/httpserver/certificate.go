package httpserver

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
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

	pair atomic.Pointer[tls.Certificate]

	looking sync.Mutex // held by the one handshake that looks at the files
	looked  time.Time
	seen    [2]version
	failure string // the last one that was logged
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
	if c.looking.TryLock() { // a disk that hangs keeps nobody else waiting
		defer c.looking.Unlock()
		if now := time.Now(); now.Sub(c.looked) >= lookAgain {
			c.looked = now
			c.refresh()
		}
	}
	return c.pair.Load(), nil
}

// refresh reads files that have changed, and logs each change and each failure
// once.
func (c *Certificate) refresh() {
	seen, err := c.look()
	if err == nil && seen == c.seen {
		c.failure = ""
		return
	}
	if err == nil {
		c.seen = seen
		err = c.read()
	}
	if err != nil {
		if said := err.Error(); said != c.failure {
			c.failure = said
			c.log.Error("the changed certificate is not used", "error", err)
		}
		return
	}
	c.failure = ""
	c.log.Info("the certificate was read anew")
}

func (c *Certificate) look() (seen [2]version, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return seen, fmt.Errorf("look at the certificate (--tls-cert, --tls-key): %w", err)
		}
		seen[i] = version{info.ModTime(), info.Size()}
	}
	return seen, nil
}

func (c *Certificate) read() error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("read the certificate (--tls-cert, --tls-key): %w", err)
	}
	c.pair.Store(&pair)
	return nil
}
