package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/httpserver"
)

// listen opens the address, for HTTPS where there is a certificate, and returns
// the URL that it serves.
func listen(ctx context.Context, settings config.Settings, log *slog.Logger) (net.Listener, string, error) {
	var certificate *httpserver.Certificate
	if settings.TLSCert != "" {
		var err error
		if certificate, err = httpserver.LoadCertificate(settings.TLSCert, settings.TLSKey, log); err != nil {
			return nil, "", err
		}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", settings.Listen)
	if err != nil {
		return nil, "", fmt.Errorf("listen on %s (choose another address with --listen): %w", settings.Listen, err)
	}
	address := listener.Addr().String()
	if certificate == nil {
		return listener, "http://" + address + httpserver.Endpoint, nil
	}
	return tls.NewListener(listener, certificate.Config()), "https://" + address + httpserver.Endpoint, nil
}
