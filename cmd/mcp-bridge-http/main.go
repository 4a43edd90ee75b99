// Command mcp-bridge-http serves the tools of NetBox plugins to MCP clients
// over Streamable HTTP.
package main

import (
	"context"
	"errors"
	"log/slog"
	"os"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/httpserver"
	"mcpbridge/adapters/httpserver/health"
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/adapters/prometheus"
	"mcpbridge/cmd/internal/bridge"
	"mcpbridge/domain/redact"
)

func main() { os.Exit(bridge.Main(config.HTTP, run)) }

// program is what wire composes.
type program struct {
	server  *mcpserver.Server
	health  *health.Health
	metrics *prometheus.Metrics
	log     *slog.Logger

	redactor *redact.Redactor
}

func run(ctx context.Context, settings config.Settings) error {
	program, cleanup, err := initialize(ctx, settings, os.Stderr)
	if err != nil {
		return err
	}
	defer cleanup()
	callers, err := newAuthenticator(ctx, settings, program.redactor, program.log)
	if err != nil {
		return err
	}
	defer callers.reloadOnHangup(program.log)()
	policy, err := newPolicy(settings, callers, program.metrics.CountRefusals(httpserver.Guards()), program.log)
	if err != nil {
		return err
	}
	listener, url, err := listen(ctx, settings, program.log)
	if err != nil {
		return err
	}
	stopMetrics, err := program.offerMetrics(ctx, settings.MetricsListen)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer stopMetrics()
	program.log.InfoContext(ctx, "serving MCP", "url", url, "auth", settings.Auth, "demo", settings.Demo)
	defer context.AfterFunc(ctx, program.health.Drain)()
	guarded := httpserver.NewHandler(program.protocols(ctx, settings), policy)
	handler := program.metrics.CountRequests(httpserver.Identify(program.health.Before(guarded)))
	return httpserver.Serve(ctx, listener, handler, settings.ShutdownGrace, program.server.Cancel, program.log)
}

// protocols are the MCP handlers that the settings ask for.
func (p program) protocols(ctx context.Context, settings config.Settings) httpserver.Protocols {
	if settings.NoCallToken {
		p.server.RefuseCallTokens()
	}
	protocols := httpserver.Protocols{Streamable: p.server.Handler()}
	if settings.LegacySSE {
		protocols.Legacy = p.server.LegacyHandler(ctx, settings.ShutdownGrace)
	}
	return protocols
}
