package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/adapters/gate"
	"mcpbridge/adapters/journallog"
	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/adapters/memory"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/app"
	appnetbox "mcpbridge/app/netbox"
	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/redact"
	"mcpbridge/ports"
	"mcpbridge/test/bench/manyplugins"
)

// Bridge is the product in front of a [manyplugins.Server], composed as its
// binaries are.
type Bridge struct {
	lister *app.Lister
	caller *app.Caller
	mcp    http.Handler
}

// NewBridge makes a Bridge that reads several documents of a scan at a time.
func NewBridge(fetcher ports.Fetcher, base string, concurrency int) (*Bridge, error) {
	parsed, err := netbox.ParseBase(base, nil)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	plugins := appnetbox.New(fetcher, parsed, domain.Secret{}, concurrency, log)
	lister := app.NewLister(plugins, log)
	clock, redactor := systemclock.Clock{}, redact.New()
	approver := mcpserver.NewApprover(domain.ApprovalPolicy{Mode: domain.AskNobody}, mcpserver.StateKey{}, memory.NewNonces(clock), redactor, clock, log)
	caller := app.NewCaller(plugins, kaptinlin.New(), gate.New(false, ""), approver, journallog.New(log), clock, redactor, log)
	return &Bridge{lister, caller, mcpserver.New(mcpserver.Identity{Name: "bench"}, lister, caller, nil, nil, log).Handler()}, nil
}

// NewFetcher makes the product's client for the server at base.
func NewFetcher(base string) (*boundedhttp.Client, error) {
	parsed, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	return boundedhttp.New(boundedhttp.Options{BaseURL: parsed, UserAgent: "bench"}, slog.New(slog.DiscardHandler))
}

// Scan finds the tools of all plugins.
func (b *Bridge) Scan(ctx context.Context) error {
	catalog, err := b.lister.List(ctx, domain.Access{}, "", nil)
	if err == nil && catalog.Plugins != manyplugins.Plugins {
		return fmt.Errorf("the scan found %d plugins", catalog.Plugins)
	}
	return err
}

// Call makes the one call that the server answers.
func (b *Bridge) Call(ctx context.Context) error {
	result := b.caller.Call(ctx, app.CallRequest{Plugin: manyplugins.Plugin, Tool: manyplugins.Tool, Arguments: []byte(manyplugins.Arguments)})
	if result.Outcome != domain.Completed {
		return fmt.Errorf("the call ended as %s: %w", result.Outcome, result.Fault)
	}
	return nil
}

// Answer is what an MCP client gets for plugin_list_tools, byte for byte.
func (b *Bridge) Answer(ctx context.Context) ([]byte, error) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plugin_list_tools","arguments":{}}}`
	request := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(call))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	answer := httptest.NewRecorder()
	b.mcp.ServeHTTP(answer, request)
	if answer.Code != http.StatusOK || !bytes.Contains(answer.Body.Bytes(), []byte(manyplugins.Plugin+"."+manyplugins.Tool)) {
		return nil, errors.New("the answer has no catalog")
	}
	return answer.Body.Bytes(), nil
}
