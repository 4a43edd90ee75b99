package assignment_test

import (
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/assignment"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

const input = `{"type": "object", "additionalProperties": false, "properties": {
	"site": {"type": "string"}, "id": {"type": "integer"}, "on": {"type": "boolean"}, "none": {"type": ["null", "integer"]},
	"tags": {"type": "array", "items": {"type": "string"}}, "ids": {"type": "array", "items": {"type": "integer"}}, "any": true}}`

func parsed(t *testing.T) schema.Schema {
	t.Helper()
	v, err := strictjson.Parse([]byte(input), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(v, schema.BodyInput)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAssignments(t *testing.T) {
	for name, test := range map[string]struct {
		texts []string
		want  string
	}{
		"nothing":                        {nil, `{}`},
		"a text":                         {[]string{"site=ams1"}, `{"site": "ams1"}`},
		"a text that looks like JSON":    {[]string{"site=7"}, `{"site": "7"}`},
		"a text with equals signs":       {[]string{"site=a=b"}, `{"site": "a=b"}`},
		"an empty text":                  {[]string{"site="}, `{"site": ""}`},
		"a number keeps its token":       {[]string{"id=9223372036854775808"}, `{"id": 9223372036854775808}`},
		"a boolean":                      {[]string{"on=true"}, `{"on": true}`},
		"null":                           {[]string{"none=null"}, `{"none": null}`},
		"no number":                      {[]string{"id=seven"}, `{"id": "seven"}`},
		"an array of one":                {[]string{"tags=a"}, `{"tags": ["a"]}`},
		"an array of several":            {[]string{"ids=1", "site=x", "ids=2"}, `{"ids": [1, 2], "site": "x"}`},
		"an array as JSON":               {[]string{"tags:=[\"a\"]"}, `{"tags": ["a"]}`},
		"JSON as it is":                  {[]string{"site:=7.0"}, `{"site": 7.0}`},
		"an unknown name":                {[]string{"other=7"}, `{"other": "7"}`},
		"a value of any type":            {[]string{"any=7"}, `{"any": "7"}`},
		"twice, though no array":         {[]string{"id=1", "id=2"}, `{"id": [1, 2]}`},
		"quotes and breaks":              {[]string{"site=\"a\"\n"}, `{"site": "\"a\"\n"}`},
		"one element that starts with [": {[]string{"tags=[x"}, `{"tags": ["[x"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := assignment.Parse(test.texts)
			if err != nil {
				t.Fatal(err)
			}
			if got := list.Arguments(parsed(t)); string(got) != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestATextThatIsNotUTF8IsRefusedByItsName(t *testing.T) {
	for text, want := range map[string]string{
		"site=ams\xff":       "the value of site is not UTF-8",
		"site:=\"ams\xff\"":  "the value of site is not UTF-8",
		"site=\xed\xa0\x80":  "the value of site is not UTF-8",
		"s\xffte=ams1":       "the name of an argument is not UTF-8: s?te",
		"s\xffte:=\"ams1\"":  "the name of an argument is not UTF-8: s?te",
		"site=\ufffd is one": "",
	} {
		_, err := assignment.Parse([]string{"id=7", text})
		if want == "" && err != nil || want != "" && (err == nil || fault.Of(err).Code != fault.RequestInvalid || fault.Of(err).Message != want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestWhatIsNoAssignment(t *testing.T) {
	for _, text := range []string{"site", "=ams1", "site:={", ""} {
		if got, err := assignment.Parse([]string{text}); err == nil || fault.Of(err).Code != fault.RequestInvalid {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
