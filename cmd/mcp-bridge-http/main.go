// Command mcp-bridge-http serves the tools of NetBox plugins to MCP clients
// over Streamable HTTP.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/httpserver"
	"mcpbridge/adapters/httpserver/health"
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/adapters/prometheus"
	"mcpbridge/cmd/internal/bridge"
)

func main() { os.Exit(bridge.Main(config.HTTP, run)) }

// program is what wire composes.
type program struct {
	server  *mcpserver.Server
	health  *health.Health
	metrics *prometheus.Metrics
	log     *slog.Logger
}

func run(ctx context.Context, settings config.Settings) error {
	program, cleanup, err := initialize(settings, os.Stderr)
	if err != nil {
		return err
	}
	defer cleanup()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", settings.Listen)
	if err != nil {
		return fmt.Errorf("listen on %s (choose another address with --listen): %w", settings.Listen, err)
	}
	stopMetrics, err := program.offerMetrics(ctx, settings.MetricsListen)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer stopMetrics()
	program.log.InfoContext(ctx, "serving MCP", "url", "http://"+listener.Addr().String()+httpserver.Endpoint, "demo", settings.Demo)
	defer context.AfterFunc(ctx, program.health.Drain)()
	handler := program.metrics.CountRequests(program.health.Before(httpserver.NewHandler(program.server.Handler(), settings.AuthToken)))
	return httpserver.Serve(ctx, listener, handler, settings.ShutdownGrace, program.server.Cancel, program.log)
}
