package bridge

import (
	"context"
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

// System is the name of the NetBox in the journal. A demo has a new address with
// each start, but the same data.
func (u Upstream) System() string {
	if u.Demo {
		return "demo"
	}
	return u.URL
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

// NewClient makes the transport to the NetBox.
func NewClient(upstream Upstream, settings config.Settings, log *slog.Logger) (*boundedhttp.Client, func(), error) {
	base, err := url.Parse(upstream.URL)
	if err != nil {
		return nil, nil, fmt.Errorf("read the URL of NetBox: %w", err)
	}
	trust, err := settings.TLS()
	if err != nil {
		return nil, nil, err
	}
	client, err := boundedhttp.New(boundedhttp.Options{BaseURL: base, Timeout: settings.Timeout, TLS: trust, UserAgent: "mcp-bridge/" + Version()}, log)
	if err != nil {
		return nil, nil, err
	}
	return client, client.Close, nil
}

// NewPlugins makes the source of tools.
func NewPlugins(fetcher ports.Fetcher, base netbox.Base, upstream Upstream, settings config.Settings, log *slog.Logger) *appnetbox.Plugins {
	return appnetbox.New(fetcher, base, upstream.Token, settings.DiscoveryConcurrency, log)
}
