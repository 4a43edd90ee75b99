package config

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"mcpbridge/domain"
)

// parseCertificates accepts PEM with at least one certificate, all of them
// sound; a broken one must not be skipped silently.
func parseCertificates(text string) ([]byte, error) {
	count := 0
	for block, rest := pem.Decode([]byte(text)); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue // a bundle may hold the key as well
		}
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			return nil, errors.New("a certificate in it is broken")
		}
		count++
	}
	if count == 0 {
		return nil, errors.New("there is no certificate in it")
	}
	return []byte(text), nil
}

func parseKey(text string) (domain.Secret, error) {
	if block, _ := pem.Decode([]byte(text)); block == nil {
		return domain.Secret{}, errors.New("there is no PEM in it")
	}
	return domain.NewSecret(text), nil
}

// checkPair demands that the client's certificate and key belong together.
func (d *draft) checkPair() {
	d.together("NETBOX_CLIENT_CERT", "NETBOX_CLIENT_KEY")
	certificate, key := d.chosen["NETBOX_CLIENT_CERT"], d.chosen["NETBOX_CLIENT_KEY"]
	if !key.set || !d.hold("NETBOX_CLIENT_CERT", "NETBOX_CLIENT_KEY") {
		return
	}
	if _, err := tls.X509KeyPair(d.ClientCertificate, []byte(d.ClientKey.Reveal())); err != nil {
		d.blame(key.conflict("an unencrypted key that belongs to the certificate of " + certificate.name()))
	}
}

// checkServerPair demands that the service's certificate and key come together;
// whether they belong together shows when they are loaded, before serving.
func (d *draft) checkServerPair() { d.together("BRIDGE_TLS_CERT", "BRIDGE_TLS_KEY") }

// together demands both of two settings or neither.
func (d *draft) together(one, other string) {
	for _, pair := range [][2]given{{d.chosen[one], d.chosen[other]}, {d.chosen[other], d.chosen[one]}} {
		if pair[0].set && !pair[1].set && d.hold(pair[0].env) {
			d.blame(pair[0].conflict("to come together with " + pair[1].env + " (--" + pair[1].flag + ")"))
		}
	}
}

// rereadable makes a parser of the name of a file that is read again later, and that
// parse must understand by now.
func rereadable[T any](parse func(string) (T, error), place func(*draft) *string) func(*draft, string) error {
	return func(d *draft, name string) error {
		*place(d) = name
		text, err := d.open.text(name)
		if err == nil {
			_, err = parse(text)
		}
		return err
	}
}

// TLS is the client configuration for NetBox: the system's authorities and the
// configured ones, the client's certificate, and whether to verify at all.
// Its error says that the system's authorities cannot be read.
func (s Settings) TLS() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: !s.VerifyTLS} //nolint:gosec // the operator may turn it off, and is warned
	if s.CA != nil {
		pool, err := x509.SystemCertPool()
		if err != nil {
			return nil, fmt.Errorf("reading the system's certificate authorities: %w", err)
		}
		pool.AppendCertsFromPEM(s.CA)
		config.RootCAs = pool
	}
	if s.ClientCertificate != nil {
		pair, err := tls.X509KeyPair(s.ClientCertificate, []byte(s.ClientKey.Reveal()))
		if err != nil {
			return nil, errors.New("the client's certificate and key do not belong together")
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
