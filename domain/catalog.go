package domain

import (
	"cmp"
	"slices"
	"strings"

	"mcpbridge/domain/fault"
)

// Tool is a descriptor together with the plugin that offers it and the path
// that a call requests.
type Tool struct {
	ToolDescriptor
	Plugin      string
	RequestPath string // absolute, below the configured base
}

// QualifiedName is how a catalog shows the tool: plugin.tool.
func (t Tool) QualifiedName() string { return t.Plugin + "." + t.Name }

// Problem is one plugin that could not be read; it hides no other plugin.
type Problem struct {
	Plugin string // or the label of the listing's entry, if it has no valid name
	Fault  *fault.Fault
}

// Catalog is what one scan found, in a fixed order.
type Catalog struct {
	Tools    []Tool
	Problems []Problem
	Plugins  int // plugins that take part, the faulty ones included
}

// NewCatalog orders tools by qualified name and problems by plugin and code.
func NewCatalog(tools []Tool, problems []Problem, plugins int) Catalog {
	slices.SortFunc(tools, func(a, b Tool) int { return cmp.Compare(a.QualifiedName(), b.QualifiedName()) })
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Plugin, b.Plugin), cmp.Compare(a.Fault.Code, b.Fault.Code), cmp.Compare(a.Fault.Message, b.Fault.Message))
	})
	return Catalog{Tools: tools, Problems: problems, Plugins: plugins}
}

// Find returns the plugin's tool of that name. Its error is a [fault.Fault]
// with code tool_unknown that names the tools there are.
func (c Catalog) Find(plugin, name string) (Tool, error) {
	var known []string
	for _, tool := range c.Tools {
		if tool.Plugin != plugin {
			continue
		}
		if tool.Name == name {
			return tool, nil
		}
		known = append(known, tool.Name)
	}
	candidates := "it has none"
	if len(known) > 0 {
		candidates = "its tools are " + strings.Join(known, ", ")
	}
	return Tool{}, fault.New(fault.ToolUnknown, "plugin "+ShownPlugin(plugin)+" has no tool "+shown(name, IsToolName)+"; "+candidates)
}
