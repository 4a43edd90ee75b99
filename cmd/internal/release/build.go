package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// build builds every program for the platform.
func (r release) build(ctx context.Context, p platform) error {
	return goBuild(ctx, p, r.folder(p), r.binaries)
}

// goBuild builds programs into a folder. Whatever could put this machine into
// the binary is off or set: paths, version control, C, and the environment's own
// wishes. Only the version of Go remains, and the binary tells it.
func goBuild(ctx context.Context, p platform, folder string, programs []string) error {
	arguments := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}
	for _, program := range programs {
		arguments = append(arguments, "./cmd/"+program)
	}
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Env = append(os.Environ(),
		"GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0",
		"GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("build for %s: %w", p, err)
	}
	return nil
}
