package main

import (
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/app"
	"mcpbridge/cmd/internal/bridge"
)

// program is what wire composes.
type program struct {
	server   *mcpserver.Server
	lister   *app.Lister
	caller   *app.Caller
	upstream bridge.Upstream
}
