// Package deploy holds the pages for operators to their word: what starts the
// bridge is read by the bridge, and what stands in front of it is run in front
// of it.
package deploy

import (
	"testing"

	"mcpbridge/test/built"
)

// binaries is the folder of the built bridge.
var binaries string

func TestMain(m *testing.M) { built.Main(m, &binaries, "mcp-bridge-http", "mcp-bridge") }
