// Package suite runs the official JSON-Schema-Test-Suite (Draft 2020-12) over
// the product's validator, as far as its schemas are in the contract's subset.
// The suite comes with the validator library's module.
package suite

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/domain"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// group is one schema of the suite with its instances.
type group struct {
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
	Tests       []struct {
		Description string          `json:"description"`
		Data        json.RawMessage `json:"data"`
		Valid       bool            `json:"valid"`
	} `json:"tests"`
}

// leastInstances is what the subset had when this test was written; fewer mean
// that the suite was not found or that the subset shrank.
const leastInstances = 400

func TestTheOfficialSuite(t *testing.T) {
	validator, ran := kaptinlin.New(), 0
	for _, file := range files(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		for _, g := range groups(t, file) {
			s, ok := inSubset(g.Schema)
			if !ok {
				continue
			}
			for _, test := range g.Tests {
				instance, err := strictjson.Parse(test.Data, domain.TargetBounds())
				if err != nil {
					t.Errorf("%s: %s: %s: %v", name, g.Description, test.Description, err)
					continue
				}
				ran++
				findings, err := validator.Validate(s, instance)
				if got := len(findings) == 0; err != nil || got != expected(name, test.Description, test.Valid) {
					t.Errorf("%s: %s: %s: got %t (%v, %v)\n%s\n%s", name, g.Description, test.Description, got, findings, err, g.Schema, test.Data)
				}
			}
		}
	}
	if ran < leastInstances {
		t.Errorf("only %d instances of the suite ran", ran)
	}
	t.Logf("%d instances ran", ran)
}

// files are the suite's files about what the subset has.
func files(t *testing.T) []string {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/kaptinlin/jsonschema").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(dir)), "testdata", "JSON-Schema-Test-Suite", "tests", "draft2020-12")
	var found []string
	for _, pattern := range []string{"*.json", "optional/bignum.json", "optional/float-overflow.json", "optional/format/date-time.json"} {
		matches, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, matches...)
	}
	return found
}

func groups(t *testing.T, file string) []group {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []group
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// inSubset parses a schema without the $schema that all of the suite have.
func inSubset(text []byte) (schema.Schema, bool) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err == nil {
		delete(members, "$schema")
		text, _ = json.Marshal(members)
	}
	v, err := strictjson.Parse(text, domain.ManifestBounds())
	if err != nil {
		return schema.Schema{}, false
	}
	s, err := schema.Parse(v, schema.Output)
	return s, err == nil
}

// expected is the suite's verdict, or the contract's (section 5) where it is
// stricter: date-time is asserted, and 1e308 is no integer.
func expected(file, description string, valid bool) bool {
	switch file + ": " + description {
	case "format: invalid date-time string is only an annotation by default",
		"float-overflow: valid if optional overflow handling is implemented":
		return false
	}
	return valid
}
