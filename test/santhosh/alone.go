package santhosh

import (
	"slices"

	"mcpbridge/domain/fault"
)

// stopping are the keywords after which the library looks no further at a value
// that breaks one of them.
func stopping() []string { return []string{"type", "const", "enum", "format"} }

// without copies a schema and drops the keywords from it and its subschemas.
func without(document any, dropped []string) any {
	keywords, ok := document.(map[string]any)
	if !ok {
		return document
	}
	kept := map[string]any{}
	for keyword, value := range keywords {
		switch {
		case slices.Contains(dropped, keyword):
		case keyword == "properties":
			properties := map[string]any{}
			for name, property := range value.(map[string]any) {
				properties[name] = without(property, dropped)
			}
			kept[keyword] = properties
		case keyword == "items", keyword == "additionalProperties":
			kept[keyword] = without(value, dropped)
		default:
			kept[keyword] = value
		}
	}
	return kept
}

// judgedAlone has the library judge the stopping keywords and propertyNames one
// by one. The latter's findings have a place of their own here: the one in the
// library's error shares memory with its later errors and is overwritten.
func judgedAlone(document, value any) (findings fault.Findings, err error) {
	visit("", document, value, func(at fault.Pointer, keywords map[string]any, value any) {
		for _, keyword := range stopping() {
			if expected, ok := keywords[keyword]; ok && err == nil {
				var broken bool
				if broken, err = breaks(map[string]any{keyword: expected}, value); broken {
					findings = append(findings, fault.Finding{Pointer: at, Rule: fault.Rule(keyword)})
				}
			}
		}
		names, ok := keywords["propertyNames"]
		members, _ := value.(map[string]any)
		for name := range members {
			if ok && err == nil {
				var broken bool
				if broken, err = breaks(names, name); broken {
					findings = append(findings, fault.Finding{Pointer: at.Member(name), Rule: "propertyNames"})
				}
			}
		}
	})
	return findings, err
}

func breaks(document, value any) (bool, error) {
	compiled, err := Compile(document)
	return err == nil && compiled.Validate(value) != nil, err
}
