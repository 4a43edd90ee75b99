package main

import "mcpbridge/app"

// reader is what wire composes for the commands that only discover.
type reader struct {
	lister *app.Lister
}
