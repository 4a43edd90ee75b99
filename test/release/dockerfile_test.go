package release

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// instruction is one of a Dockerfile, its continued lines joined.
type instruction struct{ word, rest string }

func instructions(text string) []instruction {
	text = regexp.MustCompile(`(?m)^\s*#.*\n`).ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "\\\n", " ")
	var found []instruction
	for line := range strings.Lines(text) {
		if word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word != "" {
			found = append(found, instruction{strings.ToUpper(word), strings.Join(strings.Fields(rest), " ")})
		}
	}
	return found
}

// stage is one FROM with what follows it.
type stage struct {
	base, name string
	user       string // as inherited from the stage below
	entrypoint string
}

// inspect reads the stages of a Dockerfile, and complains about what none of
// ours may do.
func inspect(text string) (stages []stage, complaints []string) {
	complain := func(format string, arguments ...any) {
		complaints = append(complaints, fmt.Sprintf(format, arguments...))
	}
	for _, i := range instructions(text) {
		switch i.word {
		case "FROM":
			stages = append(stages, newStage(i.rest, stages))
			if last := stages[len(stages)-1]; !isStage(last.base, stages) && !regexp.MustCompile(`@sha256:[0-9a-f]{64}$`).MatchString(last.base) {
				complain("the image %s is not named by its digest", last.base)
			}
		case "ADD":
			complain("ADD %s can fetch and unpack; COPY says what it does", i.rest)
		case "USER":
			stages[len(stages)-1].user = i.rest
		case "ENTRYPOINT":
			stages[len(stages)-1].entrypoint = i.rest
		case "ENV", "ARG":
			if regexp.MustCompile(`(?i)token|secret|password`).MatchString(i.rest) {
				complain("%s %s stays in the image", i.word, i.rest)
			}
		case "RUN":
			if regexp.MustCompile(`\b(curl|wget)\b`).MatchString(i.rest) {
				complain("RUN %s fetches what nothing checks", i.rest)
			}
		}
	}
	for _, s := range stages {
		switch {
		case s.entrypoint == "":
			continue // nobody runs it
		case !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(s.user):
			complain("the stage %s runs as %q; only a number other than 0 proves it is not root", s.name, s.user)
		case !strings.HasPrefix(s.entrypoint, "["):
			complain("the stage %s starts through a shell, which swallows signals", s.name)
		}
	}
	return stages, complaints
}

func newStage(from string, earlier []stage) stage {
	words := slices.DeleteFunc(strings.Fields(from), func(word string) bool { return strings.HasPrefix(word, "--") })
	s := stage{base: words[0]}
	if len(words) == 3 {
		s.name = words[2]
	}
	for _, e := range earlier {
		if e.name == s.base {
			s.user = e.user
		}
	}
	return s
}

func isStage(name string, stages []stage) bool {
	return slices.ContainsFunc(stages, func(s stage) bool { return s.name == name })
}

func dockerfile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheImageIsPinnedAndUnprivileged(t *testing.T) {
	stages, complaints := inspect(dockerfile(t))
	for _, complaint := range complaints {
		t.Error(complaint)
	}
	runs := map[string]string{}
	for _, s := range stages {
		if s.entrypoint != "" {
			runs[s.name] = s.entrypoint
		}
	}
	for name, program := range map[string]string{"stdio": "mcp-bridge-stdio", "http": "mcp-bridge-http"} {
		if !strings.Contains(runs[name], "/"+program+`"]`) {
			t.Errorf("the stage %s starts %s", name, runs[name])
		}
	}
	if last := stages[len(stages)-1].name; last != "stdio" {
		t.Errorf("the image that is built unless told otherwise is %s, but the registry's entry speaks stdio", last)
	}
}

func TestTheInspectionRefuses(t *testing.T) {
	pinned := "FROM a@sha256:" + strings.Repeat("0", 64) + " AS a\n"
	for name, test := range map[string]struct{ text, want string }{
		"an image by its tag":   {"FROM golang:1.26\n", "digest"},
		"ADD":                   {pinned + "ADD https://example.org/a.tar.gz /\n", "ADD"},
		"no user":               {pinned + `ENTRYPOINT ["/a"]`, "runs as"},
		"root":                  {pinned + "USER 0:0\n" + `ENTRYPOINT ["/a"]`, "runs as"},
		"a user by name":        {pinned + "USER nonroot\n" + `ENTRYPOINT ["/a"]`, "runs as"},
		"root in a later stage": {pinned + "USER 1:1\nFROM a AS b\nUSER 0:0\n" + `ENTRYPOINT ["/a"]`, "runs as"},
		"a shell":               {pinned + "USER 1:1\nENTRYPOINT /a\n", "shell"},
		"a secret":              {pinned + "ENV NETBOX_TOKEN=a\n", "stays"},
		"a download":            {pinned + "RUN cd /tmp && \\\n  curl -O https://example.org/a\n", "fetches"},
	} {
		t.Run(name, func(t *testing.T) {
			_, complaints := inspect(test.text)
			if len(complaints) != 1 || !strings.Contains(complaints[0], test.want) {
				t.Errorf("complaints %q, want one about %q", complaints, test.want)
			}
		})
	}
	if _, complaints := inspect(pinned + "USER 1:1\nFROM a AS b\n" + `ENTRYPOINT ["/a"]`); len(complaints) > 0 {
		t.Errorf("a good one is refused: %q", complaints)
	}
}

// The registry compares the label of the image with the name of the entry.
func TestTheImageBearsTheRegistrysName(t *testing.T) {
	if want := `io.modelcontextprotocol.server.name="` + readEntry(t).Name + `"`; !strings.Contains(dockerfile(t), want) {
		t.Errorf("the Dockerfile lacks %s", want)
	}
}

// The Go in the image is one that the module may be built with.
func TestTheImagesGoIsNewEnough(t *testing.T) {
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	needed := regexp.MustCompile(`(?m)^go (\d+\.\d+)\.(\d+)$`).FindStringSubmatch(string(module))
	has := regexp.MustCompile(`golang:(\d+\.\d+)\.(\d+)-`).FindStringSubmatch(dockerfile(t))
	if needed == nil || has == nil || needed[1] != has[1] || len(has[2]) < len(needed[2]) || has[2] < needed[2] {
		t.Errorf("the image has %v, go.mod needs %v", has, needed)
	}
}
