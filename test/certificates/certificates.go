// Package certificates makes the certificates that tests serve and trust.
package certificates

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// Pair is a certificate and its key.
type Pair struct {
	Certificate *x509.Certificate
	Key         *ecdsa.PrivateKey
}

// Make makes a certificate as the template wants it, for a key of its own, signed
// by the issuer or by itself if that is nil. Where the template does not say, it
// is number 1, and valid since an hour and for an hour.
func Make(template *x509.Certificate, issuer *Pair) (Pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Pair{}, err
	}
	wanted := *template
	if wanted.SerialNumber == nil {
		wanted.SerialNumber = big.NewInt(1)
	}
	if wanted.NotBefore.IsZero() {
		wanted.NotBefore = time.Now().Add(-time.Hour)
	}
	if wanted.NotAfter.IsZero() {
		wanted.NotAfter = time.Now().Add(time.Hour)
	}
	if issuer == nil {
		issuer = &Pair{&wanted, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, &wanted, issuer.Certificate, key.Public(), issuer.Key)
	if err != nil {
		return Pair{}, err
	}
	certificate, err := x509.ParseCertificate(der)
	return Pair{certificate, key}, err
}

// New is [Make] in a test, which ends where that fails.
func New(t *testing.T, template *x509.Certificate, issuer *Pair) Pair {
	t.Helper()
	made, err := Make(template, issuer)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TLS is the pair as a server or a client presents it.
func (p Pair) TLS() tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{p.Certificate.Raw}, PrivateKey: p.Key}
}

// Pool trusts the certificate alone.
func (p Pair) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(p.Certificate)
	return pool
}

// PEM is the pair as files hold it.
func (p Pair) PEM(t *testing.T) (certificate, key []byte) {
	t.Helper()
	private, err := x509.MarshalPKCS8PrivateKey(p.Key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.Certificate.Raw}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
}
