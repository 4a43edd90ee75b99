//go:build conformance

package conformance

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"mcpbridge/test/built"
)

// authToken is the bearer token that the tested bridge asks for.
const authToken = "conformance-0123456789abcdef0123456789abcdef"

// allowedOrigin is the one origin whose pages may call the tested bridge.
const allowedOrigin = "http://conformance.example"

// serveHTTP starts the HTTP binary with its demo and returns the URL of its
// MCP endpoint.
func serveHTTP(t *testing.T) string {
	t.Helper()
	return built.HTTP(t, binaries, "BRIDGE_DEMO=1", "NETBOX_MCP_AUTH_TOKEN="+authToken, "BRIDGE_ALLOWED_ORIGINS="+allowedOrigin).URL
}

// interpreter is the Node that was installed from npm, which the suite of
// 2026-07-28 needs, or else the machine's.
func interpreter() string {
	found, _ := filepath.Glob("node_modules/node-*/bin/node") // the pattern is sound
	if len(found) == 0 {
		return "node"
	}
	return found[0]
}

// node runs an installed Node program to its end and returns what it printed
// on standard output.
func node(t *testing.T, program string, arguments ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, interpreter(), append([]string{program}, arguments...)...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	command.Stderr = t.Output()
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, output)
	}
	return output
}
