// Package pages reads the documentation as its readers do: the fenced blocks of
// a page and the transcripts in them.
package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// All are the paths of the documents below the root of the repository: those in
// docs and those at the root itself.
func All(t *testing.T, root string) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"docs/*.md", "*.md"} {
		matches, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, matches...)
	}
	return found
}

// Block is a fenced block of a page.
type Block struct {
	Language string
	Text     string
}

// Blocks are those of one page, in its order.
func Blocks(t *testing.T, page string) []Block {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return In(string(text))
}

// In are the blocks of a text, in its order.
func In(text string) []Block {
	var found []Block
	fenced := regexp.MustCompile("(?m)^```(.*)\n((?s:.*?))^```$") //nolint:gocritic // the second ^ begins a later line, so it is not redundant
	for _, match := range fenced.FindAllStringSubmatch(text, -1) {
		found = append(found, Block{match[1], match[2]})
	}
	return found
}

// Texts are those of the blocks in one language.
func Texts(blocks []Block, language string) []string {
	var texts []string
	for _, block := range blocks {
		if block.Language == language {
			texts = append(texts, block.Text)
		}
	}
	return texts
}

// Step is a command of a transcript and what it prints.
type Step struct{ Command, Want string }

// Steps are those of a transcript: a line after "$ " is a command, and the lines
// below it are what it prints.
func (b Block) Steps() []Step {
	var steps []Step
	for _, text := range strings.Split("\n"+b.Text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(text, "\n")
		steps = append(steps, Step{command, want})
	}
	return steps
}

// IsShown reports whether the output is what the page shows. An ellipsis on the
// page stands for anything.
func (s Step) IsShown(output string) bool {
	parts := strings.Split(strings.TrimSpace(s.Want), "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$").MatchString(strings.TrimSpace(output))
}
