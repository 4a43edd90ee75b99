package domain_test

import (
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func tool(plugin, name string) domain.Tool {
	return domain.Tool{Plugin: plugin, ToolDescriptor: domain.ToolDescriptor{Name: name}}
}

func TestCatalogHasOneOrder(t *testing.T) {
	problem := func(plugin string, code fault.Code, message string) domain.Problem {
		return domain.Problem{Plugin: plugin, Fault: fault.New(code, message)}
	}
	catalog := domain.NewCatalog(
		[]domain.Tool{tool("b", "a"), tool("a", "z"), tool("a", "b"), tool("a-b", "a")},
		[]domain.Problem{problem("b", "x", "1"), problem("a", "y", "1"), problem("a", "x", "2"), problem("a", "x", "1")},
		5)
	var tools, problems []string
	for _, tool := range catalog.Tools {
		tools = append(tools, tool.QualifiedName())
	}
	for _, p := range catalog.Problems {
		problems = append(problems, p.Plugin+" "+string(p.Fault.Code)+" "+p.Fault.Message)
	}
	if want := []string{"a-b.a", "a.b", "a.z", "b.a"}; !slices.Equal(tools, want) {
		t.Errorf("tools %v, want %v", tools, want)
	}
	if want := []string{"a x 1", "a x 2", "a y 1", "b x 1"}; !slices.Equal(problems, want) {
		t.Errorf("problems %v, want %v", problems, want)
	}
	if catalog.Plugins != 5 {
		t.Errorf("%d plugins, want 5", catalog.Plugins)
	}
}

func TestFind(t *testing.T) {
	catalog := domain.NewCatalog([]domain.Tool{tool("a", "x"), tool("a", "y"), tool("b", "x"), tool("b", "z")}, nil, 2)
	tests := []struct{ name, plugin, tool, want, refusal string }{
		{"the plugin's own", "b", "x", "b.x", ""},
		{"a later one", "a", "y", "a.y", ""},
		{"another plugin's", "a", "z", "", "plugin a has no tool z; its tools are x, y"},
		{"a name that is not shown", "a", strings.Repeat("n", 65), "", "plugin a has no tool (a name of 65 characters); its tools are x, y"},
		{"a hostile plugin name is not shown", "a\n", "x", "", "plugin (a name of 2 characters) has no tool x; it has none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := catalog.Find(tt.plugin, tt.tool)
			if tt.refusal == "" {
				if err != nil || found.QualifiedName() != tt.want {
					t.Errorf("Find() = %s, %v", found.QualifiedName(), err)
				}
				return
			}
			if err == nil || fault.Of(err).Code != fault.ToolUnknown || err.Error() != tt.refusal {
				t.Errorf("Find() = %v, want %q", err, tt.refusal)
			}
		})
	}
}
