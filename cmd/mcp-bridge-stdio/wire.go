//go:build wireinject

package main

import (
	"context"
	"io"

	"github.com/google/wire"

	"mcpbridge/adapters/config"
	"mcpbridge/cmd/internal/bridge"
)

// initialize composes the program; log lines go to stderr.
func initialize(ctx context.Context, settings config.Settings, stderr io.Writer) (program, func(), error) {
	panic(wire.Build(bridge.Providers, wire.Struct(new(program), "*")))
}
