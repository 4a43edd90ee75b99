package authors_test

import (
	"strings"
	"testing"

	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

func TestScaffoldMakesASoundManifest(t *testing.T) {
	files, err := authors.Scaffold("django", "my-plugin")
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if strings.Contains(f.Text, "{{") || strings.Contains(f.Text, "no value") || !strings.Contains(f.Text, "my-plugin") {
			t.Errorf("%s: %s", f.Path, f.Text)
		}
		if f.Path != "api/mcp.json" {
			continue
		}
		if review := linter().Lint(authors.Document{Text: []byte(f.Text), Plugin: "my-plugin"}); len(review.Findings) > 0 {
			t.Errorf("%+v", review.Findings)
		}
	}
}

func TestScaffoldRefuses(t *testing.T) {
	for framework, plugin := range map[string]string{"django": "My Plugin", "rails": "x", "../schemas": "x"} {
		if files, err := authors.Scaffold(framework, plugin); err == nil || fault.Of(err).Code != fault.RequestInvalid {
			t.Errorf("%s %s: %v, %v", framework, plugin, files, err)
		}
	}
}
