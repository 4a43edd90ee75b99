package schema

import (
	"slices"
	"strconv"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// MaxSafeInteger is the largest integer that may be written with a fraction or
// an exponent, as 7.0 or 7e2 (contract section 5).
const MaxSafeInteger = 1<<53 - 1

// CheckIntegers applies the contract's rule for integers that are not written
// as integers; a validator of standard JSON Schema accepts them at any size.
// Every other rule is left to such a validator.
func (s Schema) CheckIntegers(instance strictjson.Value) fault.Findings {
	return checkIntegers("", s.root, instance)
}

func checkIntegers(at fault.Pointer, schema, v strictjson.Value) fault.Findings {
	var findings fault.Findings
	switch v.Kind() {
	case strictjson.Number:
		types := typesOf(schema)
		if slices.Contains(types, "integer") && !slices.Contains(types, "number") && isUnsafeInteger(v.Text()) {
			findings = refuse(at, fault.IntegerForm, v, "an integer over %d in magnitude must be written without fraction or exponent", MaxSafeInteger)
		}
	case strictjson.Array:
		items := schema.Get("items")
		for i, item := range v.Items() {
			findings = append(findings, checkIntegers(at.Index(i), items, item)...)
		}
	case strictjson.Object:
		properties, others := schema.Get("properties"), schema.Get("additionalProperties")
		for _, m := range v.Members() {
			below := properties.Get(m.Name)
			if below.Is(strictjson.Absent) {
				below = others
			}
			findings = append(findings, checkIntegers(at.Member(m.Name), below, m.Value)...)
		}
	}
	return findings
}

// isUnsafeInteger reports whether the token is an integer beyond
// [MaxSafeInteger] that is not written as one.
func isUnsafeInteger(token string) bool {
	if strictjson.IsIntegerForm(token) {
		return false
	}
	d := strictjson.ParseDecimal(token)
	if !d.IsIntegral() {
		return false // not an integer at all: the validator says so
	}
	safe := strconv.Itoa(MaxSafeInteger)
	if len(d.Digits)+d.Exponent != len(safe) {
		return len(d.Digits)+d.Exponent > len(safe)
	}
	for len(d.Digits) < len(safe) {
		d.Digits += "0"
	}
	return d.Digits > safe
}
