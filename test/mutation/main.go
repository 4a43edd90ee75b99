// Command mutation changes the rules of the domain one at a time and tells
// which changes no test and no vector notices. The work tree stays as it is:
// the changed file takes part through go's -overlay. Run it at the top of the
// module: go run ./test/mutation -every 10
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// verdict is what became of a mutant.
type verdict string

const (
	killed   verdict = "killed"
	survived verdict = "survived"
	unviable verdict = "unviable" // it does not compile, so it is no program
)

func main() {
	every := flag.Int("every", 1, "take every n-th mutant only")
	skip := flag.Int("skip", 0, "begin with this mutant")
	under := flag.String("under", "domain", "folder whose rules are changed")
	limit := flag.Duration("limit", 0, "stop after this time; 0 is no limit")
	flag.Parse()
	if err := run(*under, *skip, *every, *limit); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(under string, skip, every int, limit time.Duration) error {
	mutants, err := gather(under)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)

	start, counts := time.Now(), map[verdict]int{}
	for i := skip; i < len(mutants); i += every {
		if limit > 0 && time.Since(start) > limit {
			break
		}
		m := mutants[i]
		result, err := try(m, scratch)
		if err != nil {
			return err
		}
		counts[result]++
		if result == survived {
			fmt.Printf("survived %s:%d: %s\n", m.file, m.line, m.change)
		}
	}
	viable := counts[killed] + counts[survived]
	fmt.Printf("%d mutants in all, %d tried, %d unviable; %d of %d killed (%.1f %%)\n", len(mutants), viable+counts[unviable], counts[unviable], counts[killed], viable, 100*float64(counts[killed])/float64(max(viable, 1)))
	return nil
}

// gather lists the mutants of all rules below a folder, by file.
func gather(under string) ([]mutant, error) {
	var all []mutant
	err := filepath.WalkDir(under, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		mutants, err := mutantsOf(path)
		all = append(all, mutants...)
		return err
	})
	return all, err
}

// try runs first the vectors, which kill most mutants, then the tests beside
// the rules.
func try(m mutant, scratch string) (verdict, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(scratch, "changed.go"), filepath.Join(scratch, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, m.apply(source), 0o600); err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return "", err
	}
	if !succeeds("go", "build", "-overlay", overlay, "./domain/...") {
		return unviable, nil
	}
	for _, packages := range []string{"./test/vectors", "./domain/..."} {
		if !succeeds("go", "test", "-overlay", overlay, "-vet=off", "-failfast", "-timeout=60s", packages) {
			return killed, nil
		}
	}
	return survived, nil
}

func succeeds(name string, arguments ...string) bool {
	return exec.Command(name, arguments...).Run() == nil
}
