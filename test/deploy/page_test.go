package deploy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpbridge/test/pages"
)

// document is one of the pages for readers.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// snippets are the fenced blocks in one language below a heading of deploy.md.
func snippets(t *testing.T, heading, language string) []string {
	t.Helper()
	_, below, found := strings.Cut(document(t, "deploy.md"), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("deploy.md has no section %q", heading)
	}
	section, _, _ := strings.Cut(below, "\n## ")
	return pages.Texts(pages.In(section), language)
}

// snippet is the only one of them.
func snippet(t *testing.T, heading, language string) string {
	t.Helper()
	texts := snippets(t, heading, language)
	if len(texts) != 1 {
		t.Fatalf("the section %q has %d blocks in %s, want 1", heading, len(texts), language)
	}
	return texts[0]
}

// Every variable of the bridge that the pages speak of is one of its settings.
func TestThePagesNameSettingsThatExist(t *testing.T) {
	variable := regexp.MustCompile(`\b(?:NETBOX|BRIDGE|LOG|OTEL)_[A-Z_]+\b`)
	settings := document(t, "settings.md")
	for _, page := range []string{"deploy.md", "team-server.md", "http.md"} {
		named := variable.FindAllString(document(t, page), -1)
		if len(named) == 0 {
			t.Errorf("%s names no setting", page)
		}
		for _, name := range named {
			if !strings.Contains(settings, "| `"+name+"` |") {
				t.Errorf("%s names %s, which is no setting", page, name)
			}
		}
	}
}

// Every flag that the pages about the service itself speak of is one of its own,
// or of the operators' command.
func TestThePagesNameFlagsThatExist(t *testing.T) {
	settings, command := document(t, "settings.md"), document(t, "mcp-bridge.md")
	for _, page := range []string{"http.md", "threat-model.md"} {
		for _, match := range regexp.MustCompile("`(--[a-z-]+)").FindAllStringSubmatch(document(t, page), -1) {
			if !regexp.MustCompile("\\| `" + match[1] + "[` ]").MatchString(settings + command) {
				t.Errorf("%s names %s, which is no flag", page, match[1])
			}
		}
	}
}

// What runs is named by its digest, which nobody but the reader can know.
func TestImagesAreNamedByDigest(t *testing.T) {
	images := regexp.MustCompile(`(?m)^\s*(?:image: +)?((?:registry\.example\.org/|postgres:)\S+)(?: \\)?$`)
	found := images.FindAllStringSubmatch(document(t, "deploy.md"), -1)
	if len(found) != 4 {
		t.Errorf("deploy.md runs %d images, want 4: %q", len(found), found)
	}
	for _, match := range found {
		if !strings.HasSuffix(match[1], "@sha256:DIGEST") {
			t.Errorf("%s is not named by a digest", match[1])
		}
	}
}
