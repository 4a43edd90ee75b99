package main

import (
	"context"
	"fmt"
	"os/exec"
)

// sbomTool makes a bill of materials of what is in a binary, in CycloneDX 1.6.
// It is no requirement of go.mod, so that it moves no dependency of the product.
const sbomTool = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"

// sboms makes a bill of materials of each program on each platform, since what
// is linked differs between them. It has no serial number and no time: equal
// binaries have equal bills.
func (r release) sboms(ctx context.Context) error {
	for _, p := range r.platforms {
		for _, name := range r.binaries {
			command := exec.CommandContext(ctx, "go", "run", sbomTool, "bin",
				"-json", "-output-version", "1.6", "-noserial", "-notimestamp", "-std",
				"-version", "v"+r.version, "-output", r.published(name, p, ".cdx.json"), r.binary(name, p))
			if output, err := command.CombinedOutput(); err != nil {
				return fmt.Errorf("describe %s for %s: %w\n%s", name, p, err, output)
			}
		}
	}
	return nil
}
