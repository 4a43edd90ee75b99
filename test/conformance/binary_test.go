//go:build conformance

package conformance

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"mcpbridge/test/built"
)

// authToken is the bearer token that the tested bridge asks for.
const authToken = "conformance-0123456789abcdef0123456789abcdef"

// serveHTTP starts the HTTP binary with its demo and returns the URL of its
// MCP endpoint.
func serveHTTP(t *testing.T) string {
	t.Helper()
	return built.HTTP(t, binaries, "BRIDGE_DEMO=1", "NETBOX_MCP_AUTH_TOKEN="+authToken).URL
}

// node runs an installed Node program to its end and returns what it printed
// on standard output.
func node(t *testing.T, program string, arguments ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "node", append([]string{program}, arguments...)...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	command.Stderr = t.Output()
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, output)
	}
	return output
}
