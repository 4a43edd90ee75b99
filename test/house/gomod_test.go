package house

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// goLine is the language version that the project promises to build with.
const goLine = "1.26.5"

// goMod checks the text of a go.mod: it must mean the same to everyone who
// builds the module.
func goMod(text string) []string {
	file, err := modfile.Parse("go.mod", []byte(text), nil)
	if err != nil {
		return []string{err.Error()}
	}
	var complaints []string
	if file.Module == nil || file.Module.Mod.Path != module {
		complaints = append(complaints, "the module is not "+module)
	}
	if file.Go == nil || file.Go.Version != goLine {
		complaints = append(complaints, "the go line is not "+goLine)
	}
	if len(file.Replace) > 0 {
		complaints = append(complaints, "a replace line")
	}
	if len(file.Exclude) > 0 {
		complaints = append(complaints, "an exclude line")
	}
	return complaints
}

func TestGoMod(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, complaint := range goMod(string(text)) {
		t.Error(complaint)
	}
}

func TestGoModRefuses(t *testing.T) {
	good := "module mcpbridge\n\ngo 1.26.5\n"
	tests := []struct{ name, text, want string }{
		{"another module", "module other\n\ngo 1.26.5\n", "the module is not mcpbridge"},
		{"another language version", "module mcpbridge\n\ngo 1.25.0\n", "the go line is not 1.26.5"},
		{"no language version", "module mcpbridge\n", "the go line is not 1.26.5"},
		{"a replacement", good + "replace example.com/a => ../a\n", "a replace line"},
		{"an exclusion", good + "exclude example.com/a v1.0.0\n", "an exclude line"},
		{"a line that is none", good + "hello\n", "unknown directive: hello"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := goMod(test.text)
			if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, test.want) }) {
				t.Errorf("complaints %q, want one with %q", got, test.want)
			}
		})
	}
	if got := goMod(good); len(got) > 0 {
		t.Errorf("a good go.mod is refused: %q", got)
	}
}
