package main

import (
	"fmt"

	"mcpbridge/test/vectors"
)

// levels are the places where a schema can be; %s is that schema.
func levels() []struct{ name, schema, at string } {
	return []struct{ name, schema, at string }{
		{"at the top", `%s`, ""},
		{"in a property", `{"properties":{"p":%s}}`, "/properties/p"},
		{"in items", `{"items":%s}`, "/items"},
		{"in additionalProperties", `{"additionalProperties":%s}`, "/additionalProperties"},
		{"in propertyNames", `{"propertyNames":%s}`, "/propertyNames"},
		{"far below", `{"properties":{"p":{"items":{"additionalProperties":%s}}}}`, "/properties/p/items/additionalProperties"},
	}
}

// samples is one good value of every keyword that the contract admits.
func samples() [][2]string {
	return [][2]string{
		{"additionalProperties", "false"}, {"const", "null"}, {"default", "{}"}, {"deprecated", "true"}, {"description", `"d"`},
		{"enum", "[1]"}, {"examples", "[1]"}, {"exclusiveMaximum", "1"}, {"exclusiveMinimum", "1"}, {"format", `"date-time"`},
		{"items", "{}"}, {"maxItems", "1"}, {"maxLength", "1"}, {"maxProperties", "1"}, {"maximum", "1"}, {"minItems", "1"},
		{"minLength", "1"}, {"minProperties", "1"}, {"minimum", "1"}, {"multipleOf", "1"}, {"properties", "{}"}, {"propertyNames", "{}"},
		{"readOnly", "true"}, {"required", `["a"]`}, {"title", `"t"`}, {"type", `"string"`}, {"uniqueItems", "false"}, {"writeOnly", "true"},
	}
}

// foreign is every other keyword of Draft 2020-12, some of older drafts and
// dialects, and names that only look like keywords.
func foreign() []string {
	return []string{
		"$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs",
		"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired",
		"prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems", "unevaluatedProperties",
		"pattern", "patternProperties", "contentEncoding", "contentMediaType", "contentSchema",
		"definitions", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor", "id", "extends", "divisibleBy", "disallow",
		"nullable", "discriminator", "x-order", "Type", "minlength", "type ", "",
	}
}

// keywords is every admitted and every other keyword at every level.
func keywords() []vectors.Vector {
	var all []vectors.Vector
	add := func(name, level, keyword, value string, want vectors.Expect) {
		schema := fmt.Sprintf(level, fmt.Sprintf("{%q:%s}", keyword, value))
		all = append(all, vectors.Vector{Name: name, Operation: "schema", Section: "4", Input: raw(`{"role":"output","document":%s}`, schema), Expect: want})
	}
	for _, level := range levels() {
		for _, sample := range samples() {
			add(sample[0]+" "+level.name, level.schema, sample[0], sample[1], accepted())
		}
		for _, keyword := range foreign() {
			add(fmt.Sprintf("%q %s", keyword, level.name), level.schema, keyword, "true", refused("schema_keyword", level.at+"/"+keyword))
		}
	}
	return all
}
