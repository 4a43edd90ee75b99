package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tool is an MCP tool as a bundle's manifest names it.
type tool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// listTools asks the program itself which tools it offers, so that a manifest
// cannot promise others. It builds the program for this machine, for it may be
// none of those that are released for.
func listTools(ctx context.Context) ([]tool, error) {
	folder, err := os.MkdirTemp("", "mcp-bridge-release")
	if err != nil {
		return nil, err
	}
	tools, err := listToolsIn(ctx, folder)
	return tools, errors.Join(err, os.RemoveAll(folder))
}

func listToolsIn(ctx context.Context, folder string) ([]tool, error) {
	if err := goBuild(ctx, host(), folder, []string{bundled}); err != nil {
		return nil, err
	}
	const conversation = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"release","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`
	command := exec.CommandContext(ctx, filepath.Join(folder, host().executable(bundled)), "--demo")
	command.Env = []string{"HOME=" + folder, "LOG_LEVEL=error"} // nothing of this machine's settings
	command.Stdin = strings.NewReader(conversation)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("ask the program for its tools: %w", err)
	}
	return readTools(output)
}

// readTools finds the answer to tools/list among the program's messages, which
// are one a line.
func readTools(output []byte) ([]tool, error) {
	for line := range bytes.Lines(output) {
		var message struct {
			ID     int `json:"id"`
			Result struct {
				Tools []tool `json:"tools"`
			} `json:"result"`
		}
		if err := json.Unmarshal(line, &message); err != nil {
			return nil, fmt.Errorf("read a message of the program: %w", err)
		}
		if message.ID == 2 && len(message.Result.Tools) > 0 {
			return message.Result.Tools, nil
		}
	}
	return nil, errors.New("the program did not list its tools")
}
