package vectors_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"mcpbridge/domain/fault"
	"mcpbridge/test/vectors"
)

// atLeast is how many vectors the contract is worth.
const atLeast = 600

func load(t *testing.T) []vectors.File {
	t.Helper()
	files, err := vectors.Load()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestVectors(t *testing.T) {
	operations := vectors.Operations()
	for _, file := range load(t) {
		for _, v := range file.Vectors {
			t.Run(file.Name+"/"+v.Name, func(t *testing.T) {
				run, ok := operations[v.Operation]
				if !ok {
					t.Fatalf("there is no operation %q", v.Operation)
				}
				answer, err := run(v.Input)
				if err != nil {
					t.Fatalf("the vector is malformed: %v", err)
				}
				compare(t, v.Expect, answer)
			})
		}
	}
}

func compare(t *testing.T, want vectors.Expect, got vectors.Answer) {
	t.Helper()
	if want.Accepted != nil {
		if got.Findings != nil {
			t.Fatalf("refused, want accepted: %v", got.Findings)
		}
		compareOutput(t, want.Accepted, got.Output)
		return
	}
	if got.Findings == nil {
		t.Fatalf("accepted, want refused by %s%v", want.Refused, want.Findings)
	}
	if want.Findings != nil {
		if places := placesOf(got.Findings); !slices.Equal(places, want.Findings) {
			t.Fatalf("findings\n%v, want\n%v", places, want.Findings)
		}
		return
	}
	for _, f := range got.Findings {
		if string(f.Rule) != want.Refused {
			t.Fatalf("refused by %s, want %s alone: %v", f.Rule, want.Refused, got.Findings)
		}
	}
	if want.At != nil && (len(got.Findings) != 1 || string(got.Findings[0].Pointer) != *want.At) {
		t.Fatalf("refused at %v, want at %q alone", placesOf(got.Findings), *want.At)
	}
}

// compareOutput compares outputs as JSON values; true stands for any.
func compareOutput(t *testing.T, want json.RawMessage, got any) {
	t.Helper()
	if string(want) == "true" && reflect.TypeOf(got) != reflect.TypeFor[bool]() {
		return
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var wanted, output any
	if err := json.Unmarshal(want, &wanted); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &output); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(output, wanted) {
		t.Fatalf("output %s, want %s", text, want)
	}
}

func placesOf(findings fault.Findings) []vectors.Place {
	var places []vectors.Place
	for _, f := range findings.Sorted() {
		places = append(places, vectors.Place{Rule: string(f.Rule), At: string(f.Pointer)})
	}
	return places
}

func TestVectorsAreManyAndWellFormed(t *testing.T) {
	count, used := 0, map[string]bool{}
	for _, file := range load(t) {
		t.Logf("%-22s %4d", file.Name, len(file.Vectors))
		names := map[string]bool{}
		for _, v := range file.Vectors {
			count++
			used[v.Operation] = true
			if v.Name == "" || v.Section == "" || names[v.Name] {
				t.Errorf("%s: %q needs a section and a name of its own", file.Name, v.Name)
			}
			names[v.Name] = true
			refusals := 0
			for _, given := range []bool{v.Expect.Accepted != nil, v.Expect.Refused != "", v.Expect.Findings != nil} {
				if given {
					refusals++
				}
			}
			if refusals != 1 {
				t.Errorf("%s: %q must expect exactly one of accepted, refused and findings", file.Name, v.Name)
			}
		}
	}
	if count < atLeast {
		t.Errorf("%d vectors, want at least %d", count, atLeast)
	}
	for operation := range vectors.Operations() {
		if !used[operation] {
			t.Errorf("no vector uses the operation %s", operation)
		}
	}
}
