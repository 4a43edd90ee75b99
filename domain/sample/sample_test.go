package sample_test

import (
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/sample"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

func parse(t *testing.T, text string) schema.Schema {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(v, schema.Output)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSamples(t *testing.T) {
	for name, test := range map[string]struct{ schema, want string }{
		"what the author shows":             {`{"type": "string", "examples": ["a", "b"]}`, `"a"`},
		"the only value":                    {`{"const": 1.10}`, `1.10`},
		"the first allowed value":           {`{"enum": ["x", "y"]}`, `"x"`},
		"the default":                       {`{"type": "integer", "default": 50}`, `50`},
		"a null default is no sample":       {`{"type": ["null", "boolean"], "default": null}`, `true`},
		"a text":                            {`{"type": "string"}`, `"example"`},
		"a short text":                      {`{"type": "string", "maxLength": 3}`, `"exa"`},
		"a long text":                       {`{"type": "string", "minLength": 9}`, `"exampleee"`},
		"a date-time":                       {`{"type": "string", "format": "date-time"}`, `"2026-01-01T00:00:00Z"`},
		"an integer":                        {`{"type": "integer"}`, `1`},
		"an integer from the least on":      {`{"type": "integer", "minimum": 7}`, `7`},
		"the next integer":                  {`{"type": "integer", "minimum": 6.5}`, `7`},
		"an integer beyond the least":       {`{"type": "integer", "exclusiveMinimum": 7}`, `8`},
		"an integer up to the most":         {`{"type": "integer", "maximum": -3}`, `-3`},
		"an integer below the most":         {`{"type": "integer", "exclusiveMaximum": 0}`, `-1`},
		"a multiple":                        {`{"type": "integer", "multipleOf": 5, "minimum": 11}`, `15`},
		"a fraction":                        {`{"type": "number", "multipleOf": 0.25, "minimum": 1.1}`, `1.25`},
		"beyond any float":                  {`{"type": "integer", "minimum": 9223372036854775808}`, `9223372036854775808`},
		"null alone":                        {`{"type": "null"}`, `null`},
		"anything":                          {`true`, `"example"`},
		"an array":                          {`{"type": "array", "items": {"type": "integer"}, "minItems": 2}`, `[1, 1]`},
		"required members alone":            {`{"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "boolean"}}, "required": ["b"]}`, `{"b": true}`},
		"a required member without a rule":  {`{"type": "object", "required": ["b"]}`, `{"b": "example"}`},
		"a length that nobody would sample": {`{"type": "string", "minLength": 1000000}`, `"example"`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(sample.Of(parse(t, test.schema), sample.Required)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestEverythingIsEveryDeclaredMember(t *testing.T) {
	s := parse(t, `{"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "boolean"}}, "required": ["b"]}`)
	if got := string(sample.Of(s, sample.Everything)); got != `{"a": null, "b": true}` {
		t.Errorf("got %s", got)
	}
}

func TestBrokenArguments(t *testing.T) {
	s := parse(t, `{"type": "object", "additionalProperties": false, "required": ["id", "on"], "properties": {
		"id": {"type": "integer", "minimum": 1, "maximum": 9}, "on": {"type": "boolean"},
		"site": {"type": "string", "minLength": 1, "maxLength": 2}, "at": {"type": "string", "format": "date-time"},
		"kind": {"enum": ["a"]}, "tags": {"type": "array"}}}`)
	var got strings.Builder
	for _, c := range sample.Broken(s) {
		got.WriteString(c.Name + ": " + string(c.Arguments) + "\n")
	}
	const want = `an unknown argument: {"id": 1, "on": true, "no_such_argument": 1}
without id: {"on": true}
without on: {"id": 1}
id is no number: {"on": true, "id": "no number"}
id is too small: {"on": true, "id": 0}
id is too large: {"on": true, "id": 10}
on is no boolean: {"id": 1, "on": "no boolean"}
site is too long: {"id": 1, "on": true, "site": "eee"}
site is too short: {"id": 1, "on": true, "site": ""}
at is no date-time: {"id": 1, "on": true, "at": "2026-02-30T00:00:00Z"}
kind is none of the allowed values: {"id": 1, "on": true, "kind": "none of the allowed values"}
tags is no array: {"id": 1, "on": true, "tags": "text"}
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// A name is the plugin author's text.
func TestTheNameOfABrokenCaseIsFitToBeShown(t *testing.T) {
	s := parse(t, `{"type": "object", "required": ["\u001b[2J"], "properties": {"\u001b[2J": {"type": "boolean"}}}`)
	for _, c := range sample.Broken(s) {
		if strings.Contains(c.Name, "\x1b") {
			t.Errorf("%q", c.Name)
		}
	}
}
