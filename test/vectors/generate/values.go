package main

import (
	"fmt"
	"slices"
	"strings"

	"mcpbridge/test/vectors"
)

// class is a form of keyword values in the 2020-12 meta-schema.
type class struct {
	keywords  []string
	good, bad []string
}

// classes are the admitted keywords by the values that the meta-schema allows.
func classes() []class {
	return []class{
		{keywords: []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"},
			good: []string{"0", "-0", "-0.0", "7", "7.0", "1e2", "0.1e1", "9007199254740993", "100000000000000000000"},
			bad:  []string{"-1", "-7.0", "0.5", "7.01", "1e-1", `"1"`, "null", "true", "[]", "{}"}},
		{keywords: []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"},
			good: []string{"0", "-1", "-1.5", "1e300", "9007199254740993"},
			bad:  []string{`"1"`, "null", "true", "[]", "{}"}},
		{keywords: []string{"multipleOf"},
			good: []string{"1", "0.1", "1e-300", "7.0", "9007199254740993"},
			bad:  []string{"0", "-0", "0.0", "0e5", "-1", "-0.5", `"1"`, "null", "false", "[]"}},
		{keywords: []string{"type"},
			good: []string{`"array"`, `"boolean"`, `"integer"`, `"null"`, `"number"`, `"object"`, `"string"`, `["string"]`, `["string","null"]`, `["integer","number"]`, `["array","boolean","integer","null","number","object","string"]`},
			bad:  []string{`"strng"`, `"String"`, `""`, `"any"`, "[]", `["string","string"]`, `["string","strng"]`, `["string",null]`, `[["string"]]`, `[1]`, "null", "1", "true", "{}"}},
		{keywords: []string{"required"},
			good: []string{"[]", `["a"]`, `["a","A"]`, `[""]`, `["a","a "]`},
			bad:  []string{`["a","a"]`, `["a","b","a"]`, `["a","\u0061"]`, "[1]", `["a",null]`, `[["a"]]`, `"a"`, "true", "null", "{}"}},
		{keywords: []string{"enum", "examples"},
			good: []string{"[]", "[1]", `[1,"a",null,[],{}]`, "[1,1.0]"},
			bad:  []string{"{}", `"a"`, "1", "null", "true"}},
		{keywords: []string{"const", "default"},
			good: []string{"null", "0", `"a"`, "[]", `{"$ref":"#"}`, "false", "12345678901234567890"}},
		{keywords: []string{"title", "description"},
			good: []string{`""`, `"a"`},
			bad:  []string{"1", "null", "true", "[]", "{}"}},
		{keywords: []string{"deprecated", "readOnly", "writeOnly"},
			good: []string{"true", "false"},
			bad:  []string{"0", `"true"`, "null", "[]", "{}"}},
		{keywords: []string{"uniqueItems"},
			good: []string{"false"},
			bad:  []string{"0", `"true"`, "null", "[]", "{}"}},
		{keywords: []string{"items", "additionalProperties", "propertyNames"},
			good: []string{"true", "false", "{}", `{"type":"string"}`},
			bad:  []string{"null", "0", `"string"`, "[]", "[{}]"}},
		{keywords: []string{"properties"},
			good: []string{"{}", `{"a":true,"b":false,"c":{}}`, `{"":{}}`, `{"$ref":{}}`, `{"type":{"type":"string"}}`},
			bad:  []string{"null", "true", "[]", `"a"`, "1"}},
	}
}

// values is the meta-schema's rules, keyword by keyword, and the contract's own.
func values() []vectors.Vector {
	s := &schemas{}
	for _, class := range classes() {
		for _, keyword := range class.keywords {
			for _, value := range class.good {
				s.output(keyword+" "+value, fmt.Sprintf("{%q:%s}", keyword, value), accepted())
			}
			for _, value := range class.bad {
				s.output(keyword+" "+value, fmt.Sprintf("{%q:%s}", keyword, value), refused("schema_value", "/"+keyword))
			}
		}
	}
	for _, value := range []string{`"date"`, `"time"`, `"email"`, `"uri"`, `"uuid"`, `"regex"`, `"Date-Time"`, `"datetime"`, `""`, "null", "true", "1", `["date-time"]`} {
		s.output("format "+value, fmt.Sprintf(`{"format":%s}`, value), refused("schema_format", "/format"))
	}
	for _, value := range []string{"null", "0", `"object"`, "[]"} {
		s.output("a schema that is "+value, value, refused("schema_value", ""))
		s.output("a property that is "+value, fmt.Sprintf(`{"properties":{"a":%s}}`, value), refused("schema_value", "/properties/a"))
	}
	s.output("true as a schema", "true", accepted())
	s.output("false as a schema", "false", accepted())
	s.output("null in one property of several", `{"properties":{"a":{},"b":null,"c":{"items":0}}}`,
		findings([]vectors.Place{{Rule: "schema_value", At: "/properties/b"}, {Rule: "schema_value", At: "/properties/c/items"}}))
	s.output("keywords inside default, const, enum and examples are data", `{"default":{"$ref":"x"},"const":{"pattern":1},"enum":[{"not":{}}],"examples":[{"type":"strng"}]}`, accepted())
	s.unique()
	s.input()
	return s.all
}

type schemas struct{ all []vectors.Vector }

func (s *schemas) add(name, role, schema string, want vectors.Expect) {
	s.all = append(s.all, vectors.Vector{Name: name, Operation: "schema", Section: "4", Input: raw(`{"role":%q,"document":%s}`, role, schema), Expect: want})
}

func (s *schemas) output(name, schema string, want vectors.Expect) {
	s.add(name, "output", schema, want)
}

// unique is uniqueItems: true, which needs items of exactly one scalar type.
func (s *schemas) unique() {
	for _, items := range []string{`{"type":"string"}`, `{"type":"integer"}`, `{"type":"number"}`, `{"type":"boolean"}`, `{"type":"null"}`, `{"type":["string"]}`, `{"type":"string","enum":["a"]}`} {
		s.output("uniqueItems with items "+items, fmt.Sprintf(`{"uniqueItems":true,"items":%s}`, items), accepted())
	}
	for _, items := range []string{`{}`, `true`, `false`, `{"type":"array"}`, `{"type":"object"}`, `{"type":["string","null"]}`, `{"type":["integer","number"]}`, `{"type":["array"]}`, `{"enum":["a","b"]}`, `{"const":1}`} {
		s.output("uniqueItems with items "+items, fmt.Sprintf(`{"uniqueItems":true,"items":%s}`, items), refused("schema_unique_items", "/uniqueItems"))
	}
	s.output("uniqueItems without items", `{"uniqueItems":true}`, refused("schema_unique_items", "/uniqueItems"))
	s.output("uniqueItems beside a scalar type of its own", `{"uniqueItems":true,"type":"string"}`, refused("schema_unique_items", "/uniqueItems"))
	s.output("uniqueItems false needs nothing", `{"uniqueItems":false,"items":{}}`, accepted())
	s.output("uniqueItems far below", `{"properties":{"a":{"items":{"uniqueItems":true}}}}`, refused("schema_unique_items", "/properties/a/items/uniqueItems"))
}

// input is what an inputSchema must be; queries carry only scalars and arrays
// of them.
func (s *schemas) input() {
	for _, role := range []string{"body", "query"} {
		s.add(role+": closed object", role, `{"type":"object","additionalProperties":false}`, accepted())
		for _, kind := range []string{`"array"`, `"string"`, `["object"]`, `["object","null"]`} {
			s.add(role+": type "+kind, role, fmt.Sprintf(`{"type":%s,"additionalProperties":false}`, kind), refused("schema_input", "/type"))
		}
		for _, others := range []string{"true", "{}", `{"type":"string"}`} {
			s.add(role+": additionalProperties "+others, role, fmt.Sprintf(`{"type":"object","additionalProperties":%s}`, others), refused("schema_input", "/additionalProperties"))
		}
		s.add(role+": no type", role, `{"additionalProperties":false}`, refused("schema_input", "/type"))
		s.add(role+": no additionalProperties", role, `{"type":"object"}`, refused("schema_input", "/additionalProperties"))
		for _, schema := range []string{"{}", "true", "false"} {
			s.add(role+": "+schema, role, schema, findings([]vectors.Place{{Rule: "schema_input", At: "/additionalProperties"}, {Rule: "schema_input", At: "/type"}}))
		}
	}
	scalars := []string{"boolean", "integer", "null", "number", "string"}
	for _, kind := range []string{"array", "boolean", "integer", "null", "number", "object", "string"} {
		want := refused("schema_query", "/properties/p")
		if slices.Contains(scalars, kind) {
			want = accepted()
		}
		s.property("query", fmt.Sprintf(`{"type":%q}`, kind), want)
		s.property("query", fmt.Sprintf(`{"type":[%q]}`, kind), want)
		s.property("query", fmt.Sprintf(`{"type":"array","items":{"type":%q}}`, kind), want)
		s.property("body", fmt.Sprintf(`{"type":%q}`, kind), accepted())
	}
	for _, property := range []string{
		`{"type":["string","null"]}`, `{"type":["boolean","integer","null","number","string"]}`, `{"type":["array","null"],"items":{"type":"string"}}`,
		`{"type":["null","array"],"items":{"type":["string","null"]}}`, `{"type":["array"],"items":{"type":["integer","string"]}}`, `{"type":"string","items":{"type":"object"}}`,
	} {
		s.property("query", property, accepted())
	}
	for _, property := range []string{
		`{}`, `true`, `false`, `{"enum":["a"]}`, `{"const":1}`, `{"items":{"type":"string"}}`, `{"type":"array","items":true}`, `{"type":"array","items":{}}`, `{"type":"array","items":{"enum":[1]}}`,
		`{"type":["array","string"],"items":{"type":"string"}}`, `{"type":["array","object"],"items":{"type":"string"}}`, `{"type":["string","object"]}`, `{"type":["object","null"]}`,
		`{"type":"array","items":{"type":["string","array"]}}`, `{"type":"array","items":{"type":"array","items":{"type":"string"}}}`, `{"type":["array","null"]}`,
	} {
		s.property("query", property, refused("schema_query", "/properties/p"))
		s.property("body", property, accepted())
	}
	s.add("query: every such property is named", "query", `{"type":"object","additionalProperties":false,"properties":{"b":{},"a":{"type":"string"},"c":{"type":"object"}}}`,
		findings([]vectors.Place{{Rule: "schema_query", At: "/properties/b"}, {Rule: "schema_query", At: "/properties/c"}}))
}

func (s *schemas) property(role, property string, want vectors.Expect) {
	name := role + ": property " + property
	if !slices.ContainsFunc(s.all, func(v vectors.Vector) bool { return strings.EqualFold(v.Name, name) }) {
		s.add(name, role, fmt.Sprintf(`{"type":"object","additionalProperties":false,"properties":{"p":%s}}`, property), want)
	}
}
