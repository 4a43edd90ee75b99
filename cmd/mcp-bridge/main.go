// Command mcp-bridge is for those who operate the bridge and those who write
// plugins for it: it lists, shows and calls tools, checks manifests, and tests
// a NetBox against the contract.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"mcpbridge/adapters/terminal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // whoever asks a second time does not wait
	code := execute(ctx, &session{Console: terminal.Process(os.LookupEnv), env: os.LookupEnv}, os.Args[1:])
	stop()
	os.Exit(code)
}
