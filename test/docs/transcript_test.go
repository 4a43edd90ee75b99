// Package docs replays what the documentation shows.
package docs

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"mcpbridge/test/pages"
)

const root = "../.."

// blocks are those of a page in one language.
func blocks(t *testing.T, page, language string) []string {
	t.Helper()
	return pages.Texts(pages.Blocks(t, page), language)
}

// Every console block is run, at the root of the repository. The commands of a
// block share a folder for temporary files, which is empty at first.
func TestTranscriptsAreTrue(t *testing.T) {
	replayed := 0
	for _, page := range pages.All(t, root) {
		if _, elsewhere := replayedElsewhere()[filepath.Base(page)]; elsewhere {
			continue
		}
		for _, block := range blocks(t, page, "console") {
			temporary := "TMPDIR=" + t.TempDir()
			for _, step := range (pages.Block{Text: block}).Steps() {
				t.Run(filepath.Base(page)+": "+step.Command, func(t *testing.T) {
					shell := exec.CommandContext(t.Context(), "bash", "-c", step.Command)
					shell.Dir = root
					shell.Env = append(os.Environ(), "NO_COLOR=1", temporary)
					output, err := shell.CombinedOutput()
					if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
						t.Fatal(err)
					}
					if !step.IsShown(string(output)) {
						t.Errorf("the page shows\n%s\nbut it prints\n%s", step.Want, output)
					}
				})
				replayed++
			}
		}
	}
	if replayed == 0 {
		t.Error("no page has a transcript")
	}
}

func TestJSONIsJSON(t *testing.T) {
	for _, page := range pages.All(t, root) {
		for _, block := range blocks(t, page, "json") {
			if !json.Valid([]byte(block)) {
				t.Errorf("%s: %s", page, block)
			}
		}
	}
}

// Every relative link leads to a file.
func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for _, page := range pages.All(t, root) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), match[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
