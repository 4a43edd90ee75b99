package hostile

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"testing"
	"time"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/adapters/gate"
	"mcpbridge/adapters/journallog"
	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/app"
	appnetbox "mcpbridge/app/netbox"
	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/redact"
)

// patience is the transport's timeout where a case is not about time.
const patience = 20 * time.Second

// reaching says how the bridge of a case reaches its NetBox.
type reaching struct {
	url       string
	token     string
	trusted   []string
	closed    bool                // the gate
	transport boundedhttp.Options // its BaseURL and Proxy are set here
}

// bridge is the use cases over the real adapters, with nobody asked.
type bridge struct {
	lister *app.Lister
	caller *app.Caller
	close  func() // gives up idle connections
}

func newBridge(t *testing.T, to reaching) bridge {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	base, err := netbox.ParseBase(to.url, to.trusted)
	if err != nil {
		t.Fatal(err)
	}
	if to.transport.BaseURL, err = url.Parse(to.url); err != nil {
		t.Fatal(err)
	}
	to.transport.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
	client, err := boundedhttp.New(to.transport, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	token := domain.NewSecret(to.token)
	plugins := appnetbox.New(client, base, token, domain.DefaultConcurrency, log)
	return bridge{
		close:  client.Close,
		lister: app.NewLister(plugins, log),
		caller: app.NewCaller(plugins, kaptinlin.New(), gate.New(!to.closed, ""), nobodyAsked{}, journallog.New(log), systemclock.Clock{}, redact.New(token), log),
	}
}

// nobodyAsked lets every write pass. A mock would keep all it was asked.
type nobodyAsked struct{}

func (nobodyAsked) Approve(context.Context, domain.Proposal) (domain.Approval, error) {
	return domain.ApprovalOff, nil
}
