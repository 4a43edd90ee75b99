package peers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// binary is the path of the bridge that TestMain builds.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = filepath.Join(dir, "mcp-bridge-stdio")
	if output, err := exec.Command("go", "build", "-o", binary, "mcpbridge/cmd/mcp-bridge-stdio").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the bridge: %v\n%s", err, output)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}))
}
