// Package bench measures the product beside its alternatives in one run.
package bench

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/domain"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/test/santhosh"
)

// toolSchema is a typical schema of a tool, of about 2 KB.
func toolSchema() string {
	var properties []string
	for i := range 8 {
		properties = append(properties, fmt.Sprintf(`"name_%d":{"type":"string","description":"The name of the device as the inventory has it","minLength":1,"maxLength":64}`, i),
			fmt.Sprintf(`"count_%d":{"type":["integer","null"],"minimum":0,"maximum":4094,"default":1}`, i))
	}
	properties = append(properties, `"status":{"enum":["active","planned","staged","failed","offline"]}`, `"since":{"type":"string","format":"date-time"}`,
		`"tags":{"type":"array","items":{"type":"string","maxLength":32},"uniqueItems":true,"maxItems":50}`)
	return `{"type":"object","required":["name_0","status"],"additionalProperties":false,"properties":{` + strings.Join(properties, ",") + `}}`
}

// device is an instance of toolSchema, of about 500 bytes.
func device(n int) string {
	var members []string
	for i := range 8 {
		members = append(members, fmt.Sprintf(`"name_%d":"switch-%d-of-the-first-floor"`, i, n), fmt.Sprintf(`"count_%d":%d`, i, n%4000))
	}
	return `{` + strings.Join(members, ",") + `,"status":"active","since":"2025-01-31T23:59:59Z","tags":["core","edge","lab"]}`
}

// cases are the pairs that are validated.
func cases() []struct{ name, schema, instance string } {
	var devices []string
	for i := range 380 {
		devices = append(devices, device(i))
	}
	return []struct{ name, schema, instance string }{
		{"1KB", toolSchema(), device(1)},
		{"200KB", `{"type":"array","items":` + toolSchema() + `}`, `[` + strings.Join(devices, ",") + `]`},
	}
}

func parsed(b *testing.B, schemaText, instanceText string) (schema.Schema, strictjson.Value) {
	v, err := strictjson.Parse([]byte(schemaText), domain.ManifestBounds())
	if err != nil {
		b.Fatal(err)
	}
	s, err := schema.Parse(v, schema.Output)
	if err != nil {
		b.Fatal(err)
	}
	instance, err := strictjson.Parse([]byte(instanceText), domain.TargetBounds())
	if err != nil {
		b.Fatal(err)
	}
	return s, instance
}

// BenchmarkCompile includes santhosh's check of the meta-schema; the product
// checks its subset when it parses the schema, which is included as well.
func BenchmarkCompile(b *testing.B) {
	text := toolSchema()
	_, instance := parsed(b, text, `{}`)
	b.Run("product", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s, _ := parsed(b, text, `{}`)
			if _, err := kaptinlin.New().Validate(s, instance); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("santhosh", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := santhosh.Compile(document); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkValidate validates with a schema compiled before and starts from the
// instance's bytes, since each side has its own form of values.
func BenchmarkValidate(b *testing.B) {
	for _, c := range cases() {
		s, _ := parsed(b, c.schema, `{}`)
		b.Run(c.name+"/product", func(b *testing.B) {
			validator := kaptinlin.New()
			b.ReportAllocs()
			for b.Loop() {
				instance, err := strictjson.Parse([]byte(c.instance), domain.TargetBounds())
				if err != nil {
					b.Fatal(err)
				}
				if findings, err := validator.Validate(s, instance); err != nil || len(findings) > 0 {
					b.Fatal(findings, err)
				}
			}
		})
		b.Run(c.name+"/santhosh", func(b *testing.B) {
			document, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.Raw()))
			if err != nil {
				b.Fatal(err)
			}
			compiled, err := santhosh.Compile(document)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				instance, err := jsonschema.UnmarshalJSON(strings.NewReader(c.instance))
				if err != nil {
					b.Fatal(err)
				}
				if err := compiled.Validate(instance); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
