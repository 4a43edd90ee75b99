// Command mcp-bridge-stdio serves the tools of NetBox plugins to one MCP
// client over standard input and output.
package main

import (
	"context"
	"os"

	"mcpbridge/adapters/config"
	"mcpbridge/cmd/internal/bridge"
)

func main() { os.Exit(bridge.Main(config.Stdio, run)) }

func run(ctx context.Context, settings config.Settings) error {
	program, cleanup, err := initialize(ctx, settings, os.Stderr)
	if err != nil {
		return err
	}
	defer cleanup()
	if settings.SelfTest {
		return program.selfTest(ctx, os.Stdout)
	}
	return program.server.ServeStdio(ctx, os.Stdin, os.Stdout, settings.ShutdownGrace)
}
