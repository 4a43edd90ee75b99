// Package replicas runs several HTTP bridges as one service: behind a proxy
// that gives each request to the next of them, on one PostgreSQL.
package replicas

import (
	"testing"

	"mcpbridge/test/built"
)

// binaries is the folder of the built bridge.
var binaries string

func TestMain(m *testing.M) { built.Main(m, &binaries, "mcp-bridge-http") }
