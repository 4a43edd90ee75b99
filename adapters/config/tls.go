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
func (d *draft) checkPair() error {
	certificate, key := d.chosen["NETBOX_CLIENT_CERT"], d.chosen["NETBOX_CLIENT_KEY"]
	switch {
	case certificate.set && !key.set:
		return certificate.conflict("to come together with NETBOX_CLIENT_KEY (--client-key)")
	case key.set && !certificate.set:
		return key.conflict("to come together with NETBOX_CLIENT_CERT (--client-cert)")
	case !key.set:
		return nil
	}
	if _, err := tls.X509KeyPair(d.ClientCertificate, []byte(d.ClientKey.Reveal())); err != nil {
		return key.conflict("an unencrypted key that belongs to the certificate of " + certificate.name())
	}
	return nil
}

// parseServerCertificate keeps the name, since the file is read again later.
func (d *draft) parseServerCertificate(name string) error {
	d.TLSCert = name
	text, err := d.open.text(name)
	if err == nil {
		_, err = parseCertificates(text)
	}
	return err
}

// parseServerKey keeps the name, since the file is read again later.
func (d *draft) parseServerKey(name string) error {
	d.TLSKey = name
	text, err := d.open.text(name)
	if err == nil {
		_, err = parseKey(text)
	}
	return err
}

// checkServerPair demands that the service's certificate and key come together;
// whether they belong together shows when they are loaded, before serving.
func (d *draft) checkServerPair() error {
	certificate, key := d.chosen["BRIDGE_TLS_CERT"], d.chosen["BRIDGE_TLS_KEY"]
	switch {
	case certificate.set && !key.set:
		return certificate.conflict("to come together with BRIDGE_TLS_KEY (--tls-key)")
	case key.set && !certificate.set:
		return key.conflict("to come together with BRIDGE_TLS_CERT (--tls-cert)")
	}
	return nil
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
