package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"mcpbridge/test/bench/manyplugins"
)

// Sequential is the peer of [Bridge]: a plain client that makes the very same
// requests one after the other. It follows the links and checks nothing else.
type Sequential struct {
	Client *http.Client
	Base   string
}

// Scan reads all plugins' manifests.
func (s Sequential) Scan(ctx context.Context) error {
	var roots map[string]string
	if err := s.read(ctx, "/api/plugins/", &roots); err != nil {
		return err
	}
	for _, root := range roots {
		if _, err := s.manifest(ctx, root); err != nil {
			return err
		}
	}
	return nil
}

// Call finds the tool that [manyplugins.Server] answers, and calls it.
func (s Sequential) Call(ctx context.Context) error {
	var roots map[string]string
	if err := s.read(ctx, "/api/plugins/", &roots); err != nil {
		return err
	}
	root := roots[manyplugins.Plugin]
	manifest, err := s.manifest(ctx, root)
	if err != nil {
		return err
	}
	for _, tool := range manifest.Tools {
		if tool.Name == manyplugins.Tool {
			var answer map[string]any
			return s.read(ctx, root+tool.Path+"?site=ams1", &answer)
		}
	}
	return fmt.Errorf("%s has no tool %s", manyplugins.Plugin, manyplugins.Tool)
}

// manifest is what a plain client wants of one.
type manifest struct {
	Tools []struct {
		Name        string         `json:"name"`
		Path        string         `json:"path"`
		InputSchema map[string]any `json:"inputSchema"`
	} `json:"tools"`
}

func (s Sequential) manifest(ctx context.Context, root string) (manifest, error) {
	var advertised struct {
		MCP struct {
			Manifest string `json:"manifest"`
		} `json:"mcp"`
	}
	if err := s.read(ctx, root, &advertised); err != nil {
		return manifest{}, err
	}
	var found manifest
	err := s.read(ctx, advertised.MCP.Manifest, &found)
	return found, err
}

func (s Sequential) read(ctx context.Context, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+path, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := s.Client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered with HTTP %d", path, answer.StatusCode)
	}
	return json.Unmarshal(body, into)
}
