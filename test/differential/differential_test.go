// Package differential compares the product's validator with an independent
// one on random schemas of the contract's subset and random instances. It
// takes 5,000 pairs; -rapid.checks=200000 takes more.
package differential

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/test/santhosh"
)

func TestMain(m *testing.M) {
	// The command line is read later, so it wins.
	if err := flag.Set("rapid.checks", "5000"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestBothEnginesFindTheSame(t *testing.T) {
	first, second := kaptinlin.New(), santhosh.Validator{}
	rapid.Check(t, func(t *rapid.T) {
		document := drawSchema(t, 3)
		instance := drawInstance(t, document, 4)
		s, v := parsed(t, document, instance)
		got, err := first.Validate(s, v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := second.Validate(s, v)
		if err != nil {
			t.Fatal(err)
		}
		if places(got) != places(want) {
			t.Fatalf("schema   %s\ninstance %s\nadapter: %s\noracle:  %s", s.Raw(), v.Raw(), places(got), places(want))
		}
	})
}

// TestThePairsAreBalanced shows that the generator makes enough pairs of both
// kinds to mean something, and breaks every keyword.
func TestThePairsAreBalanced(t *testing.T) {
	valid, total := 0, 0
	broken := map[fault.Rule]int{}
	validator := kaptinlin.New()
	rapid.Check(t, func(t *rapid.T) {
		document := drawSchema(t, 3)
		s, v := parsed(t, document, drawInstance(t, document, 4))
		findings, err := validator.Validate(s, v)
		if err != nil {
			t.Fatal(err)
		}
		total++
		if len(findings) == 0 {
			valid++
		}
		for _, finding := range findings {
			broken[finding.Rule]++
		}
	})
	if valid < total/5 || valid > total*4/5 {
		t.Errorf("%d of %d pairs are valid", valid, total)
	}
	for keyword := range strings.FieldsSeq("type const enum required properties additionalProperties propertyNames minProperties maxProperties items minItems maxItems uniqueItems minLength maxLength format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf integer schema") {
		if broken[fault.Rule(keyword)] < 3 {
			t.Errorf("%s was broken %d times", keyword, broken[fault.Rule(keyword)])
		}
	}
	t.Logf("%d of %d pairs are valid; broken: %v", valid, total, broken)
}

func parsed(t *rapid.T, document, instance any) (schema.Schema, strictjson.Value) {
	v, err := strictjson.Parse(encoded(t, document), domain.ManifestBounds())
	if err != nil {
		t.Fatalf("%s: %v", encoded(t, document), err)
	}
	s, err := schema.Parse(v, schema.Output)
	if err != nil {
		t.Fatalf("%s: %v", encoded(t, document), err)
	}
	value, err := strictjson.Parse(encoded(t, instance), domain.TargetBounds())
	if err != nil {
		t.Fatalf("%s: %v", encoded(t, instance), err)
	}
	return s, value
}

func encoded(t *rapid.T, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// places are the findings without their messages. Of too many findings each
// engine may choose others to show.
func places(findings fault.Findings) string {
	if len(findings) == fault.MaxFindings {
		return "as many as are shown"
	}
	var lines []string
	for _, f := range findings {
		lines = append(lines, fmt.Sprintf("%q %s", f.Pointer, f.Rule))
	}
	slices.Sort(lines)
	return strings.Join(lines, ", ")
}
