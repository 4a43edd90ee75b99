// Package answer gives what the use cases found the JSON form that callers get
// (contract sections 1 and 7), over whatever way it reaches them. Foreign JSON
// stays [json.RawMessage], so that its numbers keep their tokens.
package answer

import (
	"encoding/json"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// The JSON form of a catalog.
type (
	// Catalog is what plugin_list_tools answers.
	Catalog struct {
		SchemaVersion string    `json:"schema_version"`
		Tools         []Tool    `json:"tools"`
		Problems      []Problem `json:"problems"`
		Counts        Counts    `json:"counts"`
	}
	// Tool is one tool of a catalog.
	Tool struct {
		Plugin        string          `json:"plugin"`
		Name          string          `json:"name"`
		QualifiedName string          `json:"qualified_name"`
		Title         string          `json:"title"`
		Description   string          `json:"description"`
		Method        domain.Method   `json:"method"`
		Path          string          `json:"path"`
		RequestPath   string          `json:"request_path"`
		Effect        domain.Effect   `json:"effect"`
		InputSchema   json.RawMessage `json:"inputSchema"`
		OutputSchema  json.RawMessage `json:"outputSchema"`
		Annotations   Hints           `json:"annotations"`
	}
	// Hints are a tool's MCP annotations.
	Hints struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint"`
		OpenWorld   bool `json:"openWorldHint"`
	}
	// Problem is a plugin that could not be read.
	Problem struct {
		Plugin string     `json:"plugin"`
		Code   fault.Code `json:"code"`
		Error  string     `json:"error"`
	}
	// Counts sum a catalog up.
	Counts struct {
		Plugins  int `json:"plugins"`
		Tools    int `json:"tools"`
		Problems int `json:"problems"`
	}
)

// OfCatalog renders what a scan found.
func OfCatalog(catalog domain.Catalog) Catalog {
	shown := Catalog{
		SchemaVersion: domain.SchemaVersion,
		Tools:         make([]Tool, len(catalog.Tools)),
		Problems:      make([]Problem, len(catalog.Problems)),
		Counts:        Counts{Plugins: catalog.Plugins, Tools: len(catalog.Tools), Problems: len(catalog.Problems)},
	}
	for i, tool := range catalog.Tools {
		shown.Tools[i] = OfTool(tool)
	}
	for i, problem := range catalog.Problems {
		shown.Problems[i] = Problem{Plugin: problem.Plugin, Code: problem.Fault.Code, Error: problem.Fault.Message}
	}
	return shown
}

// OfTool renders one tool.
func OfTool(tool domain.Tool) Tool {
	return Tool{
		Plugin: tool.Plugin, Name: tool.Name, QualifiedName: tool.QualifiedName(),
		Title: tool.Title, Description: tool.Description,
		Method: tool.Method, Path: tool.Path, RequestPath: tool.RequestPath, Effect: tool.Effect,
		InputSchema: tool.Input.Raw(), OutputSchema: tool.Output.Raw(),
		Annotations: Hints(tool.Annotations),
	}
}
