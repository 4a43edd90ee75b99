package differential

import (
	"encoding/json"

	"pgregory.net/rapid"
)

// The alphabets are small, so that random values often meet or just miss what
// random schemas ask for.

func names() []string { return []string{"a", "b", "a/b~c", "items", "é", ""} }

func texts() []string {
	return []string{
		"", "a", "b", "ab", "é", "𝄞𝄞", "7",
		"2020-02-29T00:00:00Z", "2021-02-29T00:00:00Z", "2016-12-31T23:59:60Z", "2017-01-01T08:59:60.5+09:00", "2016-12-31T23:58:60Z",
		"2020-01-01t00:00:00z", "2020-01-01T+1:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00", "2020-01-01T00:00:00.Z",
		"0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2020-01-01 00:00:00Z", "2020-01-01T00:00:00+24:00",
	}
}

func numbers() []json.Number {
	return []json.Number{
		"0", "-0", "0.0", "1", "1.0", "10e-1", "2", "3", "-1", "0.1", "0.3", "1.5", "7", "7.0", "7e0", "70e-1", "1e2", "100",
		"9007199254740991", "9007199254740991.0", "9007199254740992", "9007199254740992.0", "9007199254740993", "9007199254740993.0", "-9007199254740992.0", "9.007199254740993e15",
		"1e20", "100000000000000000000", "1e22", "10000000000000000000000", "10000000000000000000001", "1e300", "1e-400", "-1e-400", "0e400",
	}
}

func oneOf[T any](t *rapid.T, values []T, label string) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

// chance is true in about percent of a hundred cases, and shrinks to false.
func chance(t *rapid.T, percent int, label string) bool {
	return rapid.IntRange(0, 99).Draw(t, label) >= 100-percent
}

func drawScalar(t *rapid.T) any {
	switch rapid.IntRange(0, 4).Draw(t, "scalar") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return oneOf(t, texts(), "text")
	default:
		return oneOf(t, numbers(), "number")
	}
}

func drawValue(t *rapid.T, depth int) any {
	if depth == 0 || chance(t, 60, "scalar") {
		return drawScalar(t)
	}
	if rapid.Bool().Draw(t, "array") {
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any { return drawValue(t, depth-1) }), 0, 3).Draw(t, "items")
	}
	members := map[string]any{}
	for _, name := range names()[:rapid.IntRange(0, 3).Draw(t, "members")] {
		members[name] = drawValue(t, depth-1)
	}
	return members
}

func types() []string {
	return []string{"array", "boolean", "integer", "null", "number", "object", "string"}
}

func scalarTypes() []string { return []string{"boolean", "integer", "null", "number", "string"} }

func drawTypes(t *rapid.T) any {
	if chance(t, 70, "one type") {
		return oneOf(t, types(), "type")
	}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(types()), 1, 3, rapid.ID[string]).Draw(t, "types")
}

func drawCount(t *rapid.T) json.Number {
	return oneOf(t, []json.Number{"0", "1", "1.0", "2", "20e-1", "3"}, "count")
}

// drawSchema draws a schema whose subschemas are at most depth deep.
func drawSchema(t *rapid.T, depth int) any {
	if chance(t, 10, "boolean schema") {
		return chance(t, 60, "true")
	}
	s := map[string]any{}
	if chance(t, 50, "typed") {
		s["type"] = drawTypes(t)
	}
	for _, a := range assertions() {
		if chance(t, 8, a.keyword) {
			s[a.keyword] = a.draw(t)
		}
	}
	if depth > 0 {
		drawSubschemas(t, s, depth-1)
	}
	return s
}

type assertion struct {
	keyword string
	draw    func(*rapid.T) any
}

// assertions are the keywords without subschemas, in a fixed order, on which
// the reproduction of a failure rests.
func assertions() []assertion {
	count := func(t *rapid.T) any { return drawCount(t) }
	bound := func(t *rapid.T) any { return oneOf(t, numbers(), "bound") }
	value := func(t *rapid.T) any { return drawValue(t, 2) }
	return []assertion{
		{"const", value},
		{"enum", func(t *rapid.T) any { return rapid.SliceOfN(rapid.Custom(value), 0, 5).Draw(t, "enum") }},
		{"required", func(t *rapid.T) any {
			return rapid.SliceOfNDistinct(rapid.SampledFrom(names()), 0, 2, rapid.ID[string]).Draw(t, "required")
		}},
		{"minProperties", count}, {"maxProperties", count}, {"minItems", count}, {"maxItems", count}, {"minLength", count}, {"maxLength", count},
		{"format", func(*rapid.T) any { return "date-time" }},
		{"minimum", bound}, {"maximum", bound}, {"exclusiveMinimum", bound}, {"exclusiveMaximum", bound},
		{"multipleOf", func(t *rapid.T) any {
			return oneOf(t, []json.Number{"1", "2", "3", "0.1", "7e-1", "1e-400", "9007199254740993", "1e22"}, "divisor")
		}},
		{"default", value},
	}
}

func drawSubschemas(t *rapid.T, s map[string]any, depth int) {
	if chance(t, 40, "properties") {
		properties := map[string]any{}
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names()), 1, 3, rapid.ID[string]).Draw(t, "properties") {
			properties[name] = drawSchema(t, depth)
		}
		s["properties"] = properties
	}
	for _, keyword := range []string{"additionalProperties", "items", "propertyNames"} {
		if chance(t, 25, keyword) {
			s[keyword] = drawSchema(t, depth)
		}
	}
	if chance(t, 15, "uniqueItems") {
		s["uniqueItems"] = true
		s["items"] = map[string]any{"type": oneOf(t, scalarTypes(), "type of items")}
	}
}

// drawInstance draws a value that tends to hold under the schema.
func drawInstance(t *rapid.T, document any, depth int) any {
	s, ok := document.(map[string]any)
	if !ok || depth == 0 || chance(t, 10, "any value") {
		return drawValue(t, 2)
	}
	if v, ok := s["const"]; ok && chance(t, 80, "the const") {
		return v
	}
	if values, ok := s["enum"].([]any); ok && len(values) > 0 && chance(t, 80, "one of the enum") {
		return oneOf(t, values, "choice")
	}
	switch wanted(t, s) {
	case "array":
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any { return drawInstance(t, s["items"], depth-1) }), 0, 3).Draw(t, "items")
	case "object":
		return drawObject(t, s, depth-1)
	case "string":
		return oneOf(t, texts(), "text")
	case "integer", "number":
		return oneOf(t, numbers(), "number")
	case "boolean":
		return rapid.Bool().Draw(t, "bool")
	case "null":
		return nil
	default:
		return drawValue(t, 2)
	}
}

// wanted is a type that the schema is about, declared or not.
func wanted(t *rapid.T, s map[string]any) string {
	switch declared := s["type"].(type) {
	case string:
		return declared
	case []string:
		return oneOf(t, declared, "type")
	}
	for _, hint := range []struct{ keyword, about string }{
		{"properties", "object"}, {"additionalProperties", "object"}, {"propertyNames", "object"}, {"required", "object"},
		{"items", "array"}, {"format", "string"}, {"minLength", "string"}, {"multipleOf", "number"}, {"minimum", "number"},
	} {
		if _, ok := s[hint.keyword]; ok {
			return hint.about
		}
	}
	return ""
}

func drawObject(t *rapid.T, s map[string]any, depth int) any {
	members := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range names() {
		property, declared := properties[name]
		switch {
		case declared && chance(t, 80, "member"):
			members[name] = drawInstance(t, property, depth)
		case !declared && chance(t, 12, "other member"):
			members[name] = drawInstance(t, s["additionalProperties"], depth)
		}
	}
	if required, _ := s["required"].([]string); chance(t, 70, "all required") {
		for _, name := range required {
			if _, ok := members[name]; !ok {
				members[name] = drawInstance(t, properties[name], depth)
			}
		}
	}
	return members
}
