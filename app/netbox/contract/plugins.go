package contract

import (
	"context"
	"slices"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
)

// plugins are those to test. Without any, that is what there is to tell: a test that
// tested nothing must fail.
func (r *run) plugins(ctx context.Context) []string {
	const takesPart = "a plugin takes part"
	if len(r.options.Plugins) > 0 {
		return r.options.Plugins
	}
	catalog, err := r.source.Scan(ctx, domain.Access{}, nil)
	names := participants(catalog)
	switch {
	case err != nil:
		r.note("", "", takesPart, diagnosis.Failed, r.unread(err))
	case len(names) == 0:
		r.note("", "", takesPart, diagnosis.Failed, "nothing was tested: "+nobody)
	}
	for _, p := range catalog.Problems {
		if !domain.IsPluginName(p.Plugin) { // so that none can be selected by it
			r.offer(p.Plugin, p.Fault)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !domain.IsPluginName(name) })
}

// participants are the plugins that take part, the faulty ones included.
func participants(catalog domain.Catalog) []string {
	var names []string
	for _, tool := range catalog.Tools {
		names = append(names, tool.Plugin)
	}
	for _, problem := range catalog.Problems {
		names = append(names, problem.Plugin)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
