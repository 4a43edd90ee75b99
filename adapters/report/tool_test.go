package report

import (
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// What a nested value must keep is to be read here, not in a refusal.
func TestRulesBelowAnArgumentAreShown(t *testing.T) {
	document, err := strictjson.Parse([]byte(`{"type":"object","additionalProperties":false,"required":["checks"],"properties":{
		"checks":{"type":"array","minItems":1,"items":{"type":"string","enum":["bgp","ntp"]}},
		"names":{"type":"array","items":{"type":"string"}},
		"limits":{"type":"array","items":{"type":"object","required":["value"],"properties":{"value":{"type":"integer","maximum":9,"description":"How much"}}}},
		"site":{"type":"object","properties":{"code":{"type":"string","maxLength":4}}}}}`), domain.TargetBounds())
	if err != nil {
		t.Fatal(err)
	}
	input, err := schema.Parse(document, schema.BodyInput)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	tool := domain.Tool{Plugin: "p", RequestPath: "/p/a/", ToolDescriptor: domain.ToolDescriptor{Name: "a", Title: "A", Description: "D", Method: "POST", Effect: domain.Write, Input: input}}
	if err := (Style{}).Tool(&out, "mcp-bridge", []string{"--demo", "--profile", "my lab"}, tool); err != nil {
		t.Fatal(err)
	}
	if _, example, _ := strings.Cut(out.String(), "\nEXAMPLE\n"); !strings.HasPrefix(example, "  mcp-bridge call p.a ") || !strings.HasSuffix(example, " --demo --profile 'my lab'\n") {
		t.Errorf("the example is %q", example)
	}
	var got []string
	_, table, _ := strings.Cut(out.String(), "ARGUMENT")
	table, _, _ = strings.Cut(table, "EXAMPLE")
	for _, row := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		got = append(got, strings.Join(strings.Fields(row), " "))
	}
	want := []string{
		`checks array of string yes minItems 1`,
		`checks[] string enum ["bgp","ntp"]`,
		`names array of string no`,
		`limits array of object no`,
		`limits[] object`,
		`limits[].value integer yes maximum 9 How much`,
		`site object no`,
		`site.code string no maxLength 4`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
