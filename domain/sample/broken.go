package sample

import (
	"fmt"
	"math/big"
	"strings"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// Case is arguments that break one rule.
type Case struct {
	Name      string // says which rule, as in "site is too long"
	Arguments []byte // JSON
}

// unknownName is a member that no schema declares.
const unknownName = "no_such_argument"

// Broken proposes arguments that each break one rule of an inputSchema.
func Broken(s schema.Schema) []Case {
	root := s.Root()
	cases := []Case{{Name: "an unknown argument", Arguments: with(root, unknownName, "1")}}
	for _, name := range schema.Required(root) {
		cases = append(cases, Case{Name: "without " + fault.ShownName(name), Arguments: with(root, name, "")})
	}
	for _, m := range root.Get("properties").Members() {
		for _, wrong := range wrongValues(m.Value) {
			cases = append(cases, Case{Name: fault.ShownName(m.Name) + " " + wrong.is, Arguments: with(root, m.Name, wrong.value)})
		}
	}
	return cases
}

// with is the required arguments with one of another value, or left out if the
// value is "".
func with(root strictjson.Value, name, value string) []byte {
	var members []string
	for _, other := range Required.names(root) {
		if other != name {
			members = append(members, quote(other)+": "+Required.value(root.Get("properties").Get(other)))
		}
	}
	if value != "" {
		members = append(members, quote(name)+": "+value)
	}
	return []byte("{" + strings.Join(members, ", ") + "}")
}

// wrong is a value beside its schema.
type wrong struct{ is, value string }

// wrongValues are values that break one keyword of a property's schema.
func wrongValues(s strictjson.Value) []wrong {
	var values []wrong
	switch kind(s) {
	case "integer", "number":
		values = append(values, wrong{"is no number", `"no number"`})
	case "boolean":
		values = append(values, wrong{"is no boolean", `"no boolean"`})
	case "object", "array":
		values = append(values, wrong{fmt.Sprintf("is no %s", kind(s)), `"text"`})
	}
	if len(s.Get("enum").Items()) > 0 || !s.Get("const").Is(strictjson.Absent) {
		values = append(values, wrong{"is none of the allowed values", `"none of the allowed values"`})
	}
	if most := bound(s, "maxLength", -1); most >= 0 {
		values = append(values, wrong{"is too long", quote(strings.Repeat("e", most+1))})
	}
	if bound(s, "minLength", 0) > 0 {
		values = append(values, wrong{"is too short", `""`})
	}
	if s.Get("format").Text() == "date-time" {
		values = append(values, wrong{"is no date-time", `"2026-02-30T00:00:00Z"`})
	}
	return append(values, beyond(s)...)
}

// beyond are numbers next to the bounds, on the wrong side.
func beyond(s strictjson.Value) []wrong {
	one := big.NewRat(1, 1)
	var values []wrong
	if low, ok := schema.Rational(s.Get("minimum")); ok {
		values = append(values, wrong{"is too small", decimal(new(big.Rat).Sub(low, one))})
	}
	if high, ok := schema.Rational(s.Get("maximum")); ok {
		values = append(values, wrong{"is too large", decimal(new(big.Rat).Add(high, one))})
	}
	return values
}
