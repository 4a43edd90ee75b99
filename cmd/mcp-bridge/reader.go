package main

import (
	"mcpbridge/app"
	"mcpbridge/ports"
)

// reader is what wire composes for the commands that only read.
type reader struct {
	lister  *app.Lister
	fetcher ports.Fetcher
}
