package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// notices has the licence of Go and of every module that is linked into the
// platform's programs, as those licences ask of whoever passes binaries on.
func (r release) notices(ctx context.Context, p platform) ([]byte, error) {
	linked, err := r.linked(p)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, "The programs contain Go's runtime and standard library and the modules below.")
	goRoot, err := goTool(ctx, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if err := writeLicences(&text, "Go", goRoot[0]); err != nil {
		return nil, err
	}
	folders, err := goTool(ctx, append([]string{"list", "-m", "-f", "{{.Dir}}"}, linked...)...)
	if err != nil {
		return nil, err
	}
	for i, module := range linked {
		if err := writeLicences(&text, module, folders[i]); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// linked lists the modules in the platform's programs, sorted, each once.
func (r release) linked(p platform) ([]string, error) {
	modules := map[string]bool{}
	for _, name := range r.binaries {
		info, err := buildinfo.ReadFile(r.binary(name, p))
		if err != nil {
			return nil, err
		}
		for _, dependency := range info.Deps {
			modules[dependency.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(modules)), nil
}

// goTool runs the go command and returns the lines it prints.
func goTool(ctx context.Context, arguments ...string) ([]string, error) {
	output, err := exec.CommandContext(ctx, "go", arguments...).Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", arguments[0], err)
	}
	return strings.Split(strings.TrimSpace(string(output)), "\n"), nil
}

// writeLicences writes the licences that lie in a module's folder.
func writeLicences(text *bytes.Buffer, module, folder string) error {
	var paths []string
	for _, pattern := range []string{"LICENSE*", "License*", "COPYING*", "COPYRIGHT*", "NOTICE*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		return fmt.Errorf("%s has no licence in its folder", module)
	}
	for _, path := range paths {
		licence, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(text, "\n==== %s: %s\n\n%s\n", module, filepath.Base(path), bytes.TrimSpace(licence))
	}
	return nil
}
