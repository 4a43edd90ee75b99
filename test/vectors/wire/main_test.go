// Package wire runs the contract's vectors end to end: a NetBox that serves
// what the vector says, the built stdio binary, and an MCP client.
package wire

import (
	"testing"

	"mcpbridge/test/built"
)

// binaries is the folder of the built bridge.
var binaries string

func TestMain(m *testing.M) { built.Main(m, &binaries, "mcp-bridge-stdio") }
