package kaptinlin

import (
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// FuzzValidate looks for pairs on which the validator fails or changes its mind.
func FuzzValidate(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"enum":[1,null]}},"required":["a"],"additionalProperties":false}`), []byte(`{"a":1.0,"b":2}`))
	f.Add([]byte(`{"items":{"type":"number","multipleOf":0.01},"uniqueItems":true,"maxItems":1e3}`), []byte(`[1e-400,10000000000000000000001]`))
	f.Fuzz(func(t *testing.T, schemaText, instanceText []byte) {
		parsed, err := strictjson.Parse(schemaText, domain.ManifestBounds())
		if err != nil {
			return
		}
		s, err := schema.Parse(parsed, schema.Output)
		if err != nil {
			return
		}
		instance, err := strictjson.Parse(instanceText, domain.TargetBounds())
		if err != nil {
			return
		}
		v := New()
		first, err := v.Validate(s, instance)
		if err != nil {
			t.Fatalf("%s with %s: %v", schemaText, instanceText, err)
		}
		if again, _ := v.Validate(s, instance); told(again) != told(first) {
			t.Fatalf("%s with %s: first %s\nthen %s", schemaText, instanceText, told(first), told(again))
		}
		for _, finding := range first {
			if finding.Message == "" || len([]rune(finding.Message)) > fault.MaxText {
				t.Fatalf("%s with %s: %v", schemaText, instanceText, finding)
			}
		}
	})
}
