package docs

import (
	"testing"

	"mcpbridge/test/built"
)

// binaries is the folder of the built bridge.
var binaries string

func TestMain(m *testing.M) {
	built.Main(m, &binaries, "mcp-bridge", "mcp-bridge-stdio", "mcp-bridge-http")
}
