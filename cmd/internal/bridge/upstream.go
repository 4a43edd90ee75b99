package bridge

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/url"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/adapters/config"
	"mcpbridge/adapters/netboxdemo"
	appnetbox "mcpbridge/app/netbox"
	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
)

// Upstream is the NetBox that the bridge reaches.
type Upstream struct {
	URL   string
	Token domain.Secret
	Demo  bool
}

// NewUpstream returns the configured NetBox or, for a demo, a built-in one that
// lives as long as the process.
func NewUpstream(settings config.Settings) (Upstream, func(), error) {
	if !settings.Demo {
		return Upstream{URL: settings.URL, Token: settings.Token}, func() {}, nil
	}
	demo, err := netboxdemo.Start(netboxdemo.Options{})
	if err != nil {
		return Upstream{}, nil, fmt.Errorf("start the demo: %w", err)
	}
	stop := func() { _ = demo.Close(context.Background()) } // the process ends anyway
	return Upstream{URL: demo.URL(), Token: domain.NewSecret(demo.Token()), Demo: true}, stop, nil
}

// NewBase reads where the NetBox is.
func NewBase(upstream Upstream, settings config.Settings) (netbox.Base, error) {
	return netbox.ParseBase(upstream.URL, settings.TrustedOrigins)
}

// NewFetcher makes the transport to the NetBox.
func NewFetcher(upstream Upstream, settings config.Settings, log *slog.Logger) (*boundedhttp.Client, func(), error) {
	base, err := url.Parse(upstream.URL)
	if err != nil {
		return nil, nil, fmt.Errorf("read the URL of NetBox: %w", err)
	}
	options := boundedhttp.Options{BaseURL: base, Timeout: settings.Timeout, SkipVerify: !settings.VerifyTLS, UserAgent: "mcp-bridge/" + Version()}
	if options.RootCAs, err = trusted(settings.CA); err != nil {
		return nil, nil, err
	}
	if len(settings.ClientCertificate) > 0 {
		pair, err := tls.X509KeyPair(settings.ClientCertificate, []byte(settings.ClientKey.Reveal()))
		if err != nil {
			return nil, nil, fmt.Errorf("read the client certificate: %w", err)
		}
		options.ClientCertificate = &pair
	}
	client, err := boundedhttp.New(options, log)
	if err != nil {
		return nil, nil, err
	}
	return client, client.Close, nil
}

// trusted adds authorities to the system's; nil leaves the system's alone.
func trusted(authorities []byte) (*x509.CertPool, error) {
	if len(authorities) == 0 {
		return nil, nil //nolint:nilnil // no pool of one's own is what crypto/tls calls the system's
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("read the system's certificate authorities: %w", err)
	}
	pool.AppendCertsFromPEM(authorities)
	return pool, nil
}

// NewPlugins makes the source of tools.
func NewPlugins(fetcher ports.Fetcher, base netbox.Base, upstream Upstream, settings config.Settings) *appnetbox.Plugins {
	return appnetbox.New(fetcher, base, upstream.Token, settings.DiscoveryConcurrency)
}
