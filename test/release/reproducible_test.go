package release

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The second release is made of a copy of the tree in another folder, with
// another history, in another time zone and with other wishes for Go in the
// environment.
func TestTheSameSourceMakesTheSameBytes(t *testing.T) {
	elsewhere := copyOfTheTree(t)
	again := filepath.Join(t.TempDir(), "dist")
	if err := makeRelease(elsewhere, again, []string{"archives", "bundles"}, "TZ=Pacific/Auckland", "GOFLAGS=-tags=elsewhere", "CGO_ENABLED=1"); err != nil {
		t.Fatal(err)
	}
	first, second := digests(t, dist), digests(t, again)
	if len(first) < 5 { // at least two programs, an archive, a bundle, the checksums
		t.Fatalf("the release has only %d files", len(first))
	}
	if !maps.Equal(first, second) {
		t.Errorf("made here:\n%v\nmade again:\n%v", first, second)
	}
}

// A cache that both builds share could hide it if the path came in.
func TestNoBinaryTellsWhereItWasBuilt(t *testing.T) {
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob(filepath.Join(dist, "binaries", "*", "mcp-*"))
	if err != nil || len(programs) < 2 {
		t.Fatalf("found %v: %v", programs, err)
	}
	for _, path := range programs {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(here)) {
			t.Errorf("%s has the path of the source in it", filepath.Base(path))
		}
	}
}

// copyOfTheTree has what a release is made of, and nothing else.
func copyOfTheTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	for _, room := range []string{"domain", "ports", "app", "adapters", "cmd"} {
		if err := os.CopyFS(filepath.Join(tree, room), os.DirFS(filepath.Join(root, room))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "LICENSE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(tree, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	history := exec.CommandContext(t.Context(), "sh", "-c", "git init -q . && git add . && git -c user.name=a -c user.email=a@example.org -c commit.gpgsign=false commit -q -m another")
	history.Dir = tree
	if output, err := history.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return tree
}

// digests are the SHA-256 of every file below the folder.
func digests(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, name))
		found[name] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
