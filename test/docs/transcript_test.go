// Package docs replays what the documentation shows.
package docs

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// pages are the documents for readers.
func pages(t *testing.T) []string {
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

// blocks are the fenced blocks of a page in one language.
func blocks(t *testing.T, page, language string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, match := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		found = append(found, match[1])
	}
	return found
}

// Every console block is run: a line after "$ " is a command, the lines below
// it are what it prints. An ellipsis stands for anything. The commands of a
// block share a folder for temporary files, which is empty at first.
func TestTranscriptsAreTrue(t *testing.T) {
	replayed := 0
	for _, page := range pages(t) {
		for _, block := range blocks(t, page, "console") {
			temporary := "TMPDIR=" + t.TempDir()
			for _, step := range strings.Split("\n"+block, "\n$ ")[1:] {
				command, want, _ := strings.Cut(step, "\n")
				t.Run(filepath.Base(page)+": "+command, func(t *testing.T) {
					shell := exec.CommandContext(t.Context(), "bash", "-c", command)
					shell.Dir = root
					shell.Env = append(os.Environ(), "NO_COLOR=1", temporary)
					output, err := shell.CombinedOutput()
					if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
						t.Fatal(err)
					}
					if !shown(want, string(output)) {
						t.Errorf("the page shows\n%s\nbut it prints\n%s", want, output)
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

// shown reports whether the output is what the page shows.
func shown(want, output string) bool {
	parts := strings.Split(strings.TrimSpace(want), "…")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$").MatchString(strings.TrimSpace(output))
}

func TestJSONIsJSON(t *testing.T) {
	for _, page := range pages(t) {
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
	for _, page := range pages(t) {
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
