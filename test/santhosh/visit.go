package santhosh

import "mcpbridge/domain/fault"

// visit calls see for the value and all below it, each with the keywords of the
// subschema that applies to it.
func visit(at fault.Pointer, subschema, value any, see func(at fault.Pointer, keywords map[string]any, value any)) {
	keywords, ok := subschema.(map[string]any)
	if !ok {
		return
	}
	see(at, keywords, value)
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			visit(at.Index(i), keywords["items"], item, see)
		}
	case map[string]any:
		properties, _ := keywords["properties"].(map[string]any)
		for name, member := range value {
			below, ok := properties[name]
			if !ok {
				below = keywords["additionalProperties"]
			}
			visit(at.Member(name), below, member, see)
		}
	}
}
