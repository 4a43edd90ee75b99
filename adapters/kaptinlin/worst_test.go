package kaptinlin

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// hostile is a pair within the contract's limits that is as expensive as one
// kind of work can be made.
type hostile struct{ name, schema, instance string }

func hostiles() []hostile {
	const most = 9999 // items of an instance, whose limit is 10,000 nodes
	list := func(n int, element func(i int) string) string {
		elements := make([]string, n)
		for i := range elements {
			elements[i] = element(i)
		}
		return strings.Join(elements, ",")
	}
	same := func(text string) func(int) string { return func(int) string { return text } }
	tiny := func(i int) string { return fmt.Sprintf("%d.%014de-380", i%9+1, i) }
	long := func(i int) string { return fmt.Sprintf("1.%01000de-390", i) }
	property := func(i int) string { return fmt.Sprintf(`"p%d":{"type":"null"}`, i) }
	name := func(i int) string { return fmt.Sprintf(`"p%d"`, i) }
	nested := func(depth int, leaf string) string {
		return strings.Repeat(`{"enum":[1],"const":2,"minItems":99999,"items":`, depth) + leaf + strings.Repeat(`}`, depth)
	}
	longBounds := `"minimum":` + long(1) + `,"exclusiveMinimum":` + long(1) + `,"maximum":-` + long(1) + `,"exclusiveMaximum":-` + long(1) + `,"multipleOf":` + long(3)
	return []hostile{
		{"tiny numbers in range", `{"items":{"type":"number","minimum":-1,"maximum":1e300,"exclusiveMinimum":-1,"exclusiveMaximum":1e300,"multipleOf":1e-400}}`, `[` + list(most, tiny) + `]`},
		{"tiny numbers with long bounds", `{"items":{"const":` + long(1) + `,"minimum":-` + long(1) + `,"maximum":1` + long(1) + `}}`, `[` + list(most, tiny) + `]`},
		{"tiny numbers out of range", `{"items":{` + longBounds + `}}`, `[` + list(most, tiny) + `]`},
		{"long numbers out of range", `{"items":{` + longBounds + `}}`, `[` + list(250, long) + `]`},
		{"long integers", `{"items":{"type":"integer","multipleOf":1e-400,"maximum":1e300}}`, `[` + list(250, same(strings.Repeat("7", 1024))) + `]`},
		{"unique tiny numbers", `{"uniqueItems":true,"items":{"type":"number"}}`, `[` + list(most, tiny) + `]`},
		{"the last of a long enum", `{"items":{"enum":[` + list(2040, name) + `]}}`, `[` + list(most, same(`"p2039"`)) + `]`},
		{"a long enum of numbers", `{"items":{"enum":[` + list(2040, tiny) + `]}}`, `[` + list(most, tiny) + `]`},
		{"empty objects and many properties", `{"items":{"properties":{` + list(1020, property) + `},"additionalProperties":false}}`, `[` + list(most, same(`{}`)) + `]`},
		{"empty objects and many required", `{"items":{"required":[` + list(2040, name) + `]}}`, `[` + list(most, same(`{}`)) + `]`},
		{"the last of many properties", `{"items":{"properties":{` + list(1020, property) + `}}}`, `[` + list(most/2, same(`{"p1019":null}`)) + `]`},
		{"unknown members", `{"properties":{` + list(1000, property) + `},"additionalProperties":{"properties":{` + list(10, property) + `}}}`, `{` + list(most, func(i int) string { return fmt.Sprintf(`"q%d":1`, i) }) + `}`},
		{"many names", `{"propertyNames":{"minLength":1,"maxLength":9,"const":"x","enum":[` + list(2000, name) + `]}}`, `{` + list(most, func(i int) string { return fmt.Sprintf(`"p%d":1`, i) }) + `}`},
		{"names that hold", `{"propertyNames":{"minLength":1,"maxLength":9,"type":"string"}}`, `{` + list(most, func(i int) string { return fmt.Sprintf(`"p%d":1`, i) }) + `}`},
		{"deep values compared at every depth", nested(15, `{}`), strings.Repeat(`[`, 15) + list(9900, tiny) + strings.Repeat(`]`, 15)},
		{"long texts", `{"items":{"minLength":1,"maxLength":300000,"const":"x","format":"date-time"}}`, `["` + strings.Repeat("é", 120_000) + `"]`},
		{"deep instance", `{"items":{"items":{"items":{"items":{"type":"null"}}}}}`, `[` + list(310, same(strings.Repeat(`[`, 31)+strings.Repeat(`]`, 31))) + `]`},
	}
}

func (h hostile) parse(t testing.TB) (schema.Schema, strictjson.Value) {
	t.Helper()
	parsed, err := strictjson.Parse([]byte(h.schema), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(parsed, schema.Output)
	if err != nil {
		t.Fatal(err)
	}
	return s, mustParse(t, h.instance)
}

// TestNoPairWithinTheLimitsIsSlow allows a second as the product is built, and
// several under the race detector, which this test cannot tell apart.
func TestNoPairWithinTheLimitsIsSlow(t *testing.T) {
	for _, h := range hostiles() {
		t.Run(h.name, func(t *testing.T) {
			s, instance := h.parse(t)
			start := time.Now()
			if _, err := New().Validate(s, instance); err != nil {
				t.Fatal(err)
			}
			took := time.Since(start)
			t.Log(took)
			if took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func BenchmarkWorst(b *testing.B) {
	for _, h := range hostiles() {
		b.Run(strings.ReplaceAll(h.name, " ", "_"), func(b *testing.B) {
			s, instance := h.parse(b)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New().Validate(s, instance); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
