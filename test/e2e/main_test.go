// Package e2e drives the built binaries as an MCP client does, over both
// transports and in both eras of the protocol, against the demo.
package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// binaries is the folder of the built binaries.
var binaries string

func TestMain(m *testing.M) {
	folder, err := build()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binaries = folder
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(folder)
		os.Exit(code)
	}))
}

// build compiles the binaries as they are released, without cgo.
func build() (string, error) {
	folder, err := os.MkdirTemp("", "mcp-bridge-e2e")
	if err != nil {
		return "", err
	}
	command := exec.Command("go", "build", "-o", folder+string(filepath.Separator), "mcpbridge/cmd/mcp-bridge-stdio", "mcpbridge/cmd/mcp-bridge-http")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the binaries: %w\n%s", err, output)
	}
	return folder, nil
}
