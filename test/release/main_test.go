package release

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"go.uber.org/goleak"
)

const root = "../.."

// cold makes every platform's files, and with empty caches.
var cold = flag.Bool("cold", false, "make the release for every platform, and give each build an empty cache")

// program is the built release program; dist is what it made of this tree.
var program, dist string

func TestMain(m *testing.M) {
	flag.Parse()
	folder, err := os.MkdirTemp("", "mcp-bridge-release-test")
	if err == nil {
		program, dist = filepath.Join(folder, "release"), filepath.Join(folder, "dist")
		err = prepare()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(folder)
		os.Exit(code)
	}))
}

func prepare() error {
	build := exec.Command("go", "build", "-o", program, "./cmd/internal/release")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the release program: %w\n%s", err, output)
	}
	return makeRelease(root, dist, []string{"archives", "bundles"})
}

// makeRelease makes the parts of a release of the tree.
func makeRelease(tree, out string, parts []string, environment ...string) error {
	flags := []string{"-out", out}
	if *cold {
		environment = append(environment, "GOCACHE="+filepath.Join(filepath.Dir(out), "cache"))
	} else {
		flags = append(flags, "-platforms", runtime.GOOS+"/"+runtime.GOARCH)
	}
	command := exec.Command(program, slices.Concat(flags, parts)...)
	command.Dir = tree
	command.Env = append(os.Environ(), environment...)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("make the release in %s: %w\n%s", tree, err, output)
	}
	return nil
}

// published is a file of this platform's release.
func published(name, extension string) string {
	return filepath.Join(dist, name+"_"+version()+"_"+runtime.GOOS+"_"+runtime.GOARCH+extension)
}
