package docs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

var update = flag.Bool("update", false, "write the generated documents anew")

// errorsPage is docs/errors.md as the code has it.
func errorsPage() string {
	var page strings.Builder
	page.WriteString(`# Errors

Every error of the bridge has a code, which never changes its meaning, and a
stage: how far the call had come. The tables are written from the code by
` + "`make docs`" + `.

## Codes

| code | stage | meaning | what to do |
|---|---|---|---|
`)
	for _, e := range fault.Codes() {
		fmt.Fprintf(&page, "| `%s` | %s | %s | %s |\n", e.Code, e.Stage, e.Meaning, e.Next)
	}
	page.WriteString(`
## Rules

An error about a document (the arguments, a manifest, an answer) lists up to ten
findings. Each has a JSON pointer to the place, a message, and the broken rule.
Where a value breaks a schema, the rule is the schema's keyword, such as
` + "`minLength`" + `; otherwise it is one of these. The remedy is what lint tells a plugin's
author; a rule for calls alone has none.

| rule | meaning | remedy |
|---|---|---|
`)
	for _, r := range fault.Rules() {
		fmt.Fprintf(&page, "| `%s` | %s | %s |\n", r.Rule, r.Meaning, authors.Remedy(r.Rule))
	}
	return page.String()
}

func TestErrorsPageIsCurrent(t *testing.T) {
	path := filepath.Join(root, "docs", "errors.md")
	if *update {
		if err := os.WriteFile(path, []byte(errorsPage()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != errorsPage() {
		t.Error("docs/errors.md is not what the code says; run make docs")
	}
}
