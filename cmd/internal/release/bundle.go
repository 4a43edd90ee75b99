package main

import (
	"context"
	"encoding/json"
	"os"
)

// bundled is the program that a bundle holds: the one that a desktop client
// starts for itself.
const bundled = "mcp-bridge-stdio"

// bundles makes an MCP bundle (.mcpb) of each platform: a zip archive that a
// client installs with one click.
func (r release) bundles(ctx context.Context) error {
	tools, err := listTools(ctx)
	if err != nil {
		return err
	}
	for _, p := range r.platforms {
		files, err := r.bundle(ctx, p, tools)
		if err != nil {
			return err
		}
		if err := create(r.published("mcp-bridge", p, ".mcpb"), func(out *os.File) error { return writeZip(out, files, r.date) }); err != nil {
			return err
		}
	}
	return nil
}

// bundle is what a platform's bundle holds.
func (r release) bundle(ctx context.Context, p platform, tools []tool) ([]file, error) {
	program, err := os.ReadFile(r.binary(bundled, p))
	if err != nil {
		return nil, err
	}
	about, err := json.MarshalIndent(newManifest(r.version, p, tools), "", "  ")
	if err != nil {
		return nil, err
	}
	files, err := r.texts(ctx, p)
	if err != nil {
		return nil, err
	}
	return append(files,
		file{"manifest.json", modeText, append(about, '\n')},
		file{entryPoint(p), modeProgram, program}), nil
}

// entryPoint is where a bundle has its program.
func entryPoint(p platform) string { return "server/" + p.executable(bundled) }
