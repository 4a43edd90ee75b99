// Package security sends the HTTP bridge what an attacker would, over raw
// connections, and reads afterwards all that it said and wrote: none of the
// secrets of the run may be in there.
package security

import (
	"testing"

	"mcpbridge/test/built"
)

// binaries is the folder of the built bridge.
var binaries string

func TestMain(m *testing.M) { built.Main(m, &binaries, "mcp-bridge-http") }
