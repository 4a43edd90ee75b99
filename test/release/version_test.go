package release

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// version is the tree's version; "" if it has none, which no test accepts.
func version() string {
	text, err := os.ReadFile(filepath.Join(root, "cmd", "internal", "bridge", "VERSION"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func TestTheVersionIsSemantic(t *testing.T) {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`).MatchString(version()) {
		t.Errorf("%q is not a semantic version", version())
	}
}

// Between releases the changes are under "Unreleased"; a release has a section
// of its own.
func TestTheChangelogHasTheVersion(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := "\n## [" + version() + "] - "
	if strings.HasSuffix(version(), "-dev") {
		want = "\n## [Unreleased]\n"
	}
	if !strings.Contains(string(text), want) {
		t.Errorf("CHANGELOG.md has no section %q", strings.TrimSpace(want))
	}
}
