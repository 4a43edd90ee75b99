// Command report measures the product beside its alternatives and writes the
// page docs/performance.md to the file that is its argument. It takes some
// minutes, most of which the peer of the scans spends waiting.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"runtime"
	"text/template"
)

//go:embed performance.md.tmpl
var page string

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: report FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

// write measures everything before it touches the file.
func write(file string) error {
	shape, err := template.New("page").Parse(page)
	if err != nil {
		return err
	}
	figures, err := measure(context.Background())
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := shape.Execute(&text, figures); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o644)
}

// figures is what the page shows.
type figures struct {
	Go, OS, Arch string
	CPUs         int
	Discovery    discovery
	OverHTTP     overHTTP
	Validation   validation
}

func measure(ctx context.Context) (figures, error) {
	f := figures{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()}
	var err error
	if f.Validation, err = measureValidation(); err != nil {
		return figures{}, err
	}
	if f.OverHTTP, err = measureOverHTTP(ctx); err != nil {
		return figures{}, err
	}
	f.Discovery, err = measureDiscovery(ctx)
	return f, err
}
