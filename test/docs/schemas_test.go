package docs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpbridge/app/authors"
	"mcpbridge/test/santhosh"
	"mcpbridge/test/vectors"
)

func TestPublishedSchemasAreCurrent(t *testing.T) {
	for _, kind := range []authors.Kind{authors.Manifest, authors.Advertisement} {
		want, err := authors.Schema(kind)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, "docs", "schemas", string(kind)+".schema.json")
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is not what the code says; run make docs (%v)", path, err)
		}
	}
}

// Every sound manifest and advertisement keeps the published schema, and most
// faulty ones break it. What a JSON Schema cannot say, such as that names are
// unique, is left to lint.
func TestPublishedSchemasAgreeWithTheVectors(t *testing.T) {
	for _, test := range []struct {
		kind  authors.Kind
		least int // refused, in percent of the faulty ones
		of    func(input json.RawMessage) json.RawMessage
	}{
		{authors.Manifest, 80, member("document")},
		{authors.Advertisement, 80, func(input json.RawMessage) json.RawMessage { return member("mcp")(member("document")(input)) }},
	} {
		t.Run(string(test.kind), func(t *testing.T) {
			schema := published(t, test.kind)
			var faulty, refused int
			for _, v := range vectorsOf(t, string(test.kind)) {
				text := test.of(v.Input)
				if text == nil || string(text) == "null" {
					continue // a text of the vectors' own form, or a plugin that takes no part
				}
				value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
				if err != nil {
					continue // no JSON at all
				}
				err = schema.Validate(value)
				switch {
				case len(v.Expect.Accepted) > 0 && err != nil:
					t.Errorf("%s: sound, but the schema says %v", v.Name, err)
				case len(v.Expect.Accepted) == 0:
					faulty++
					if err != nil {
						refused++
					} else {
						t.Logf("not seen: %s", v.Name)
					}
				}
			}
			if faulty == 0 || refused*100 < test.least*faulty {
				t.Errorf("%d of %d faulty documents are refused", refused, faulty)
			}
			t.Logf("%d of %d faulty documents are refused", refused, faulty)
		})
	}
}

func published(t *testing.T, kind authors.Kind) *jsonschema.Schema {
	t.Helper()
	text, err := authors.Schema(kind)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := santhosh.Compile(document)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func vectorsOf(t *testing.T, operation string) []vectors.Vector {
	t.Helper()
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	var found []vectors.Vector
	for _, file := range files {
		for _, v := range file.Vectors {
			if v.Operation == operation {
				found = append(found, v)
			}
		}
	}
	return found
}

// member takes a member out of an input.
func member(name string) func(json.RawMessage) json.RawMessage {
	return func(input json.RawMessage) json.RawMessage {
		var members map[string]json.RawMessage
		if json.Unmarshal(input, &members) != nil {
			return nil
		}
		return members[name]
	}
}
