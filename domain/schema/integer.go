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
	return checkIntegers(s.root, instance)
}

func checkIntegers(schema, v strictjson.Value) fault.Findings {
	switch v.Kind() {
	case strictjson.Number:
		if isUnsafeInteger(v.Text()) && takesOnlyIntegers(schema) {
			return refuse(fault.IntegerForm, v, "an integer over %d in magnitude must be written without fraction or exponent", MaxSafeInteger)
		}
	case strictjson.Array:
		items := schema.Get("items")
		var findings fault.Findings
		for i, item := range v.Items() {
			if found := checkIntegers(items, item); len(found) > 0 {
				findings = append(findings, found.Below(fault.Pointer("").Index(i))...)
			}
		}
		return findings
	case strictjson.Object:
		properties, others := schema.Get("properties"), schema.Get("additionalProperties")
		return checkMembers(v, func(m strictjson.Member) fault.Findings {
			if property := properties.Get(m.Name); !property.Is(strictjson.Absent) {
				return checkIntegers(property, m.Value)
			}
			return checkIntegers(others, m.Value)
		})
	}
	return nil
}

// takesOnlyIntegers reports whether the schema takes no other numbers.
func takesOnlyIntegers(schema strictjson.Value) bool {
	types := DeclaredTypes(schema)
	return slices.Contains(types, "integer") && !slices.Contains(types, "number")
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
