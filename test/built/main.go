// Package built builds the binaries for the tests that drive them, as they are
// released.
package built

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// Main is the TestMain of a package that drives built binaries. It builds the
// commands of these names into a folder, whose path it puts into folder, runs
// the tests, demands that no goroutine is left, removes the folder, and exits.
func Main(m *testing.M, folder *string, commands ...string) {
	path, err := buildCommands(commands)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	*folder = path
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(path)
		os.Exit(code)
	}))
}

func buildCommands(names []string) (string, error) {
	folder, err := os.MkdirTemp("", "mcp-bridge-built")
	if err != nil {
		return "", err
	}
	packages := make([]string, len(names))
	for i, name := range names {
		packages[i] = "mcpbridge/cmd/" + name
	}
	return folder, Build(folder, packages...)
}

// Build builds the main packages into the folder, with the settings of a release.
func Build(folder string, packages ...string) error {
	command := exec.Command("go", append([]string{"build", "-o", folder + string(filepath.Separator)}, packages...)...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("build %v: %w\n%s", packages, err, output)
	}
	return nil
}
