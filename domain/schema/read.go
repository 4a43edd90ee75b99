package schema

import (
	"math/big"

	"mcpbridge/domain/strictjson"
)

// DeclaredTypes are the types that a schema names; nil if it names none, which
// allows every type.
func DeclaredTypes(s strictjson.Value) []string {
	declared := s.Get("type")
	if declared.Is(strictjson.String) {
		return []string{declared.Text()}
	}
	return texts(declared)
}

// Required are the members that an object must have.
func Required(s strictjson.Value) []string { return texts(s.Get("required")) }

func texts(list strictjson.Value) []string {
	var all []string
	for _, v := range list.Items() {
		all = append(all, v.Text())
	}
	return all
}

// Rational is the exact value of a number; false for any other value.
func Rational(v strictjson.Value) (*big.Rat, bool) {
	if !v.Is(strictjson.Number) {
		return nil, false
	}
	return new(big.Rat).SetString(v.Text())
}
