package config

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func TestTheSchemaOfTheProfileFile(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("test:///profiles", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("test:///profiles")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		file  string
		sound bool
	}{
		"profiles":               {`{"profiles": {"default": {"base_url": "https://n.example", "token_version": "v2", "timeout": 30.0, "ssl_verify": null, "other": {}}}}`, true},
		"the old form":           {`{"base_url": "https://n.example", "token_secret": "s"}`, true},
		"an unknown version":     {`{"profiles": {"default": {"token_version": "v3"}}}`, false},
		"a number for a URL":     {`{"profiles": {"default": {"base_url": 7}}}`, false},
		"a text for a switch":    {`{"ssl_verify": "no"}`, false},
		"profiles are no object": {`{"profiles": []}`, false},
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(test.file))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != test.sound {
			t.Errorf("%s: %v", name, err)
		}
	}
}
