package kaptinlin

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/kaptinlin/jsonschema"
	"go.uber.org/goleak"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func mustParse(t testing.TB, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), domain.TargetBounds())
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return v
}

func mustSchema(t testing.TB, text string) schema.Schema {
	t.Helper()
	s, err := schema.Parse(mustParse(t, text), schema.Output)
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return s
}

func validate(t testing.TB, v *Validator, s, instance string) fault.Findings {
	t.Helper()
	findings, err := v.Validate(mustSchema(t, s), mustParse(t, instance))
	if err != nil {
		t.Fatalf("%.80s with %.80s: %v", s, instance, err)
	}
	return findings
}

// told is how the tests write findings down: pointer, rule and message.
func told(findings fault.Findings) string {
	lines := make([]string, len(findings))
	for i, f := range findings {
		lines[i] = fmt.Sprintf("%s %s: %s", f.Pointer, f.Rule, f.Message)
	}
	return strings.Join(lines, "\n")
}

func TestEveryKeywordAcceptsAndRefuses(t *testing.T) {
	const big = "10000000000000000000001" // 10^22+1, which no float64 holds
	v := New()
	for _, c := range []struct{ name, schema, instance, want string }{
		{"true accepts anything", `true`, `[1]`, ``},
		{"the empty schema accepts anything", `{}`, `{"a":[null]}`, ``},
		{"annotations assert nothing", `{"title":"t","description":"d","default":1,"examples":[2],"deprecated":true,"readOnly":true,"writeOnly":true}`, `"x"`, ``},
		{"false refuses anything", `false`, `1`, ` schema: no value is allowed here`},

		{"type of one name", `{"type":"integer"}`, `"x"`, ` type: expected integer, not string`},
		{"type of two names", `{"type":["integer","null"]}`, `true`, ` type: expected integer or null, not boolean`},
		{"type accepts any of its names", `{"type":["integer","null"]}`, `null`, ``},
		{"type number accepts an integer", `{"type":"number"}`, `1`, ``},
		{"type integer accepts 7.0", `{"type":"integer"}`, `7.0`, ``},
		{"type integer accepts 7e0", `{"type":"integer"}`, `7e0`, ``},
		{"type integer accepts 10^22+1", `{"type":"integer"}`, big, ``},
		{"type integer refuses 7.5", `{"type":"integer"}`, `7.5`, ` type: expected integer, not number`},
		{"type integer refuses 1e-400", `{"type":"integer"}`, `1e-400`, ` type: expected integer, not number`},
		{"type integer accepts the last safe fraction form", `{"type":"integer"}`, `9007199254740991.0`, ``},
		{"type integer refuses the first unsafe fraction form", `{"type":"integer"}`, `9007199254740993.0`,
			` integer: an integer over 9007199254740991 in magnitude must be written without fraction or exponent`},
		{"type integer refuses 1e20", `{"type":"integer"}`, `1e20`,
			` integer: an integer over 9007199254740991 in magnitude must be written without fraction or exponent`},

		{"const of equal numbers", `{"const":7}`, `7.0`, ``},
		{"const of another number", `{"const":7}`, `8`, ` const: expected 7`},
		{"const null", `{"const":null}`, `null`, ``},
		{"const null refuses others", `{"const":null}`, `0`, ` const: expected null`},
		{"const false is not 0", `{"const":false}`, `0`, ` const: expected false`},
		{"const is exact", `{"const":` + big + `}`, `10000000000000000000000`, ` const: expected ` + big},
		{"const of an object disregards order", `{"const":{"a":1,"b":[2]}}`, `{"b":[2.0],"a":1}`, ``},
		{"const of an object", `{"const":{"a":1}}`, `{"a":2}`, ` const: expected the object of the schema`},
		{"const of a long text", `{"const":"` + strings.Repeat("x", 80) + `"}`, `1`, ` const: expected a string of 80 characters`},
		{"const shows only ASCII", `{"const":"é\u0007"}`, `1`, ` const: expected "\u00e9\a"`},

		{"enum of equal numbers", `{"enum":["a",7]}`, `7.0`, ``},
		{"enum has a text", `{"enum":["a",7]}`, `"a"`, ``},
		{"enum has not the text of its number", `{"enum":["a",7]}`, `"7"`, ` enum: expected one of "a", 7`},
		{"enum is exact", `{"enum":[` + big + `]}`, `10000000000000000000000`, ` enum: expected one of ` + big},
		{"enum of containers", `{"enum":[[1,{"a":2}]]}`, `[1.0,{"a":2e0}]`, ``},
		{"enum of nothing refuses", `{"enum":[]}`, `1`, ` enum: no value is allowed here`},
		{"enum shows 20 values", `{"enum":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]}`, `22`,
			` enum: expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 2 more`},

		{"properties go below", `{"properties":{"a":{"properties":{"b":{"type":"null"}}}}}`, `{"a":{"b":1}}`, `/a/b type: expected null, not number`},
		{"properties need not be there", `{"properties":{"a":{"type":"null"}}}`, `{}`, ``},
		{"properties with false", `{"properties":{"a":false}}`, `{"a":1}`, `/a properties: this member is not allowed`},
		{"properties with true shadow additionalProperties", `{"properties":{"a":true},"additionalProperties":false}`, `{"a":1}`, ``},
		{"properties apply to objects only", `{"properties":{"0":false}}`, `[1]`, ``},
		{"pointers are escaped", `{"properties":{"a/b~c":{"type":"null"}}}`, `{"a/b~c":1}`, `/a~1b~0c type: expected null, not number`},
		{"required", `{"required":["a"]}`, `{"a":null}`, ``},
		{"required names what is missing", `{"required":["a","b","c"]}`, `{"b":1}`, ` required: missing: "a", "c"`},
		{"required does not judge the missing member", `{"required":["a"],"properties":{"a":{"type":"string"}}}`, `{}`, ` required: missing: "a"`},
		{"required applies to objects only", `{"required":["a"]}`, `[]`, ``},
		{"additionalProperties as a schema", `{"properties":{"a":{}},"additionalProperties":{"type":"string"}}`, `{"a":1,"b":2}`, `/b type: expected string, not number`},
		{"additionalProperties false names the members", `{"properties":{"b":{},"a":{}},"additionalProperties":false}`, `{"z":1}`,
			`/z additionalProperties: unknown member; the members are b, a`},
		{"additionalProperties false without members", `{"additionalProperties":false}`, `{"z":1}`, `/z additionalProperties: unknown member; there are none`},
		{"propertyNames", `{"propertyNames":{"minLength":2}}`, `{"ab":1,"c":2}`, `/c propertyNames: the member's name is wrong: expected at least 2 characters`},
		{"propertyNames false", `{"propertyNames":false}`, `{"c":2}`, `/c propertyNames: no member is allowed here`},
		{"propertyNames with enum", `{"propertyNames":{"enum":["a",1]}}`, `{"a":1,"1":1}`, `/1 propertyNames: the member's name is wrong: expected one of "a", 1`},
		{"propertyNames with format", `{"propertyNames":{"format":"date-time"}}`, `{"2020-01-01T00:00:00Z":1}`, ``},
		{"a name and its value may both be wrong", `{"propertyNames":{"maxLength":0},"additionalProperties":{"minimum":2}}`, `{"c":1}`,
			"/c minimum: expected at least 2\n/c propertyNames: the member's name is wrong: expected at most 0 characters"},
		{"minProperties", `{"minProperties":1}`, `{}`, ` minProperties: expected at least 1 member`},
		{"minProperties reached", `{"minProperties":1.0}`, `{"a":1}`, ``},
		{"maxProperties", `{"maxProperties":0}`, `{"a":1}`, ` maxProperties: expected at most 0 members`},

		{"items", `{"items":{"type":"null"}}`, `[null,1]`, `/1 type: expected null, not number`},
		{"items false", `{"items":false}`, `[1]`, `/0 items: no item is allowed here`},
		{"minItems", `{"minItems":2}`, `[1]`, ` minItems: expected at least 2 items`},
		{"maxItems", `{"maxItems":1}`, `[1,2]`, ` maxItems: expected at most 1 item`},
		{"maxItems reached", `{"maxItems":2e0}`, `[1,2]`, ``},
		{"uniqueItems of equal numbers", `{"uniqueItems":true,"items":{"type":"number"}}`, `[7,7.0]`, ` uniqueItems: expected items that all differ`},
		{"uniqueItems is exact", `{"uniqueItems":true,"items":{"type":"integer"}}`, `[` + big + `,10000000000000000000000]`, ``},
		{"uniqueItems false", `{"uniqueItems":false}`, `[1,1]`, ``},

		{"minLength counts characters", `{"minLength":2}`, `"é"`, ` minLength: expected at least 2 characters`},
		{"maxLength counts characters", `{"maxLength":1}`, `"𝄞"`, ``},
		{"maxLength", `{"maxLength":1}`, `"ab"`, ` maxLength: expected at most 1 character`},
		{"lengths apply to strings only", `{"minLength":5}`, `1`, ``},
		{"format", `{"format":"date-time"}`, `"2020-02-30T00:00:00Z"`, ` format: expected a date-time with an offset (RFC 3339), such as 2025-01-31T23:59:59Z`},
		{"format accepts lower case", `{"format":"date-time"}`, `"2020-02-29t00:00:00z"`, ``},
		{"format applies to strings only", `{"format":"date-time"}`, `1`, ``},

		{"minimum", `{"minimum":5}`, `4.99`, ` minimum: expected at least 5`},
		{"minimum reached", `{"minimum":5}`, `5.0`, ``},
		{"minimum is exact", `{"minimum":9007199254740993}`, `9007199254740992`, ` minimum: expected at least 9007199254740993`},
		{"maximum", `{"maximum":5}`, `5.01`, ` maximum: expected at most 5`},
		{"exclusiveMinimum", `{"exclusiveMinimum":5}`, `5`, ` exclusiveMinimum: expected more than 5`},
		{"exclusiveMaximum", `{"exclusiveMaximum":5}`, `5.0`, ` exclusiveMaximum: expected less than 5`},
		{"exclusiveMaximum is exact", `{"exclusiveMaximum":` + big + `}`, `10000000000000000000000`, ``},
		{"multipleOf is exact", `{"multipleOf":0.1}`, `0.3`, ``},
		{"multipleOf of big integers", `{"multipleOf":3}`, `10000000000000000000001`, ` multipleOf: expected a multiple of 3`},
		{"multipleOf of a tiny number", `{"multipleOf":1e-400}`, `1e300`, ``},
		{"multipleOf with a long divisor", `{"multipleOf":1.` + strings.Repeat("3", 80) + `}`, `1`, ` multipleOf: expected a multiple of a number of 82 characters`},
		{"numeric keywords apply to numbers only", `{"minimum":5,"multipleOf":2}`, `"1"`, ``},

		{"several keywords at one place", `{"minimum":5,"multipleOf":2,"enum":[6]}`, `3`,
			" enum: expected one of 6\n minimum: expected at least 5\n multipleOf: expected a multiple of 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := told(validate(t, v, c.schema, c.instance)); got != c.want {
				t.Errorf("%s with %s\n got %q\nwant %q", c.schema, c.instance, got, c.want)
			}
		})
	}
}

func TestTheZeroSchemaAcceptsEverything(t *testing.T) {
	findings, err := New().Validate(schema.Schema{}, mustParse(t, `1`))
	if len(findings) > 0 || err != nil {
		t.Errorf("got %v, %v", findings, err)
	}
}

func TestFindingsNeverQuoteTheInstance(t *testing.T) {
	const secret = "s3cr3t"
	for _, s := range []string{
		`{"type":"null"}`, `{"const":1}`, `{"enum":[1]}`, `{"maxLength":1}`, `{"format":"date-time"}`,
		`{"items":{"type":"null"}}`, `{"additionalProperties":{"minLength":100}}`, `{"required":["a"],"properties":{"m":false}}`,
	} {
		for _, instance := range []string{`"` + secret + `"`, `["` + secret + `"]`, `{"m":"` + secret + `"}`} {
			if got := told(validate(t, New(), s, instance)); strings.Contains(got, secret) {
				t.Errorf("%s with %s: %s", s, instance, got)
			}
		}
	}
}

func TestHostileNamesAreShownByTheirLength(t *testing.T) {
	got := told(validate(t, New(), `{"properties":{"é":{}},"required":["\u0007"],"additionalProperties":false}`, `{"\u001b[2J":1}`))
	want := ` required: missing: "(a name of 1 characters)"
/(a name of 4 characters) additionalProperties: unknown member; the members are (a name of 1 characters)`
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestMessagesAreBounded(t *testing.T) {
	var properties, required, enum []string
	for i := range 500 {
		name := fmt.Sprintf(`"%s%03d"`, strings.Repeat("n", fault.MaxName-3), i)
		properties, required, enum = append(properties, name+`:{}`), append(required, name), append(enum, name)
	}
	for _, s := range []string{
		`{"properties":{` + strings.Join(properties, ",") + `},"additionalProperties":false}`,
		`{"required":[` + strings.Join(required, ",") + `]}`,
		`{"enum":[` + strings.Join(enum, ",") + `]}`,
	} {
		findings := validate(t, New(), s, `{"x":1}`)
		if len(findings) != 1 || len(findings[0].Message) > fault.MaxText || !strings.Contains(findings[0].Message, "and 480 more") {
			t.Errorf("%.40s: got %v", s, findings)
		}
	}
}

func TestTheSameInputGivesTheSameFindings(t *testing.T) {
	const s = `{"required":["r","q"],"properties":{"a":{"type":"string","minimum":9,"multipleOf":5,"enum":[1]}},"additionalProperties":false,"propertyNames":{"maxLength":1,"enum":["a"]}}`
	const instance = `{"a":3,"foo":1,"bar":2,"baz":[1],"b":1,"c":1,"d":2}`
	want := told(validate(t, New(), s, instance))
	if strings.Count(want, "\n") != fault.MaxFindings-1 {
		t.Fatalf("the example should have over %d findings: %s", fault.MaxFindings, want)
	}
	v := New()
	for range 200 {
		if got := told(validate(t, v, s, instance)); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
}

func TestFindingsStandInTheOrderOfTheDocument(t *testing.T) {
	got := told(validate(t, New(), `{"additionalProperties":{"type":"integer"},"propertyNames":{"minLength":1}}`, `{"z":"","":1,"m":1e20,"a":""}`))
	want := "/z type: expected integer, not string\n" +
		"/ propertyNames: the member's name is wrong: expected at least 1 character\n" +
		"/m integer: an integer over 9007199254740991 in magnitude must be written without fraction or exponent\n" +
		"/a type: expected integer, not string"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestAfterManyBrokenPlacesTheFirstOnesCount(t *testing.T) {
	instance := `[` + strings.Repeat(`1,`, MaxBroken-1) + `{"broken":1},{"too late":1}]`
	findings := new(walk).value(compiled(t, `{"items":{"type":"null"}}`), mustParse(t, instance), exact(mustParse(t, instance)))
	if last := findings[len(findings)-1].Pointer; len(findings) != MaxBroken || last != "/63" {
		t.Errorf("got %d findings, the last at %s", len(findings), last)
	}
}

func compiled(t *testing.T, s string) *node {
	t.Helper()
	root, err := New().compile(mustSchema(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestManyCallsAtTheSameTimeAgree(t *testing.T) {
	v := New()
	schemas := make([]schema.Schema, 8)
	for i := range schemas {
		schemas[i] = mustSchema(t, fmt.Sprintf(`{"properties":{"n":{"type":"integer","minimum":%d,"enum":[1,2]},"when":{"format":"date-time"}},"propertyNames":{"minLength":1},"required":["x"],"additionalProperties":{"items":{"const":1}}}`, i))
	}
	instance := mustParse(t, `{"n":-1,"when":"never","":1,"list":[1,2]}`)
	want := make([]string, len(schemas))
	for i, s := range schemas {
		findings, err := New().Validate(s, instance)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = told(findings)
	}
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for round := range 50 {
				i := round % len(schemas)
				findings, err := v.Validate(schemas[i], instance)
				if got := told(findings); err != nil || got != want[i] {
					t.Errorf("got %q, %v\nwant %q", got, err, want[i])
				}
			}
		})
	}
	all.Wait()
}

func TestAPanicOfTheLibraryIsAnError(t *testing.T) {
	v, s := New(), mustSchema(t, `{"title":"poisoned"}`)
	poisoned, err := jsonschema.NewCompiler().Compile([]byte(`{"properties":{"a":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	v.compiled.add(keyOf(s), &node{assertions: poisoned}, 0)
	findings, err := v.Validate(s, mustParse(t, `{"a":"s3cr3t"}`))
	if err == nil || findings != nil || strings.Contains(err.Error(), "s3cr3t") {
		t.Errorf("got %v, %v", findings, err)
	}
}
