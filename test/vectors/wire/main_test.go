// Package wire runs the contract's vectors end to end: a NetBox that serves
// what the vector says, the built stdio binary, and an MCP client.
package wire

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// bridge is the built stdio binary.
var bridge string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "mcp-bridge-vectors")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	bridge = filepath.Join(folder, "mcp-bridge-stdio")
	if output, err := exec.Command("go", "build", "-o", bridge, "mcpbridge/cmd/mcp-bridge-stdio").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the bridge: %v\n%s", err, output)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(folder)
		os.Exit(code)
	}))
}
