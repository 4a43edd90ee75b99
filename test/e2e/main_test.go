// Package e2e drives the built binaries as an MCP client does, over both
// transports and in both eras of the protocol, against the demo.
package e2e

import (
	"testing"

	"mcpbridge/test/built"
)

// binaries is the folder of the built binaries.
var binaries string

func TestMain(m *testing.M) {
	built.Main(m, &binaries, "mcp-bridge", "mcp-bridge-stdio", "mcp-bridge-http")
}
