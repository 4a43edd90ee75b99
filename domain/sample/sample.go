// Package sample makes arguments for a tool from its inputSchema: some that
// keep every rule, to show a call or to try one, and some that break one rule
// each. It is a proposal only: who uses one lets a validator judge it first.
package sample

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// Extent is how much of an object a sample fills in.
type Extent int

// The extents.
const (
	Required   Extent = iota // the required members alone
	Everything               // every declared member
)

// maxLength bounds what a sample grows to in order to reach a least length.
const maxLength = 4096

// Of proposes an instance of the schema as JSON.
func Of(s schema.Schema, extent Extent) []byte { return []byte(extent.value(s.Root())) }

// value prefers what the author wrote to what is made up.
func (e Extent) value(s strictjson.Value) string {
	if own, ok := authored(s); ok {
		return string(own.Raw())
	}
	switch kind(s) {
	case "object":
		return e.object(s)
	case "array":
		return e.array(s)
	case "integer", "number":
		return number(s)
	case "boolean":
		return "true"
	case "null":
		return "null"
	default:
		return quote(text(s))
	}
}

// authored is a value that the schema itself names.
func authored(s strictjson.Value) (strictjson.Value, bool) {
	if v := s.Get("const"); !v.Is(strictjson.Absent) {
		return v, true
	}
	for _, keyword := range []string{"examples", "enum"} {
		if items := s.Get(keyword).Items(); len(items) > 0 {
			return items[0], true
		}
	}
	v := s.Get("default")
	return v, !v.Is(strictjson.Absent) && !v.Is(strictjson.Null)
}

// kind is the declared type to fill in; "" if any will do.
func kind(s strictjson.Value) string {
	declared := schema.DeclaredTypes(s)
	if at := slices.IndexFunc(declared, func(name string) bool { return name != "null" }); at >= 0 {
		return declared[at]
	}
	return strings.Join(declared, "") // null alone, or nothing
}

func (e Extent) object(s strictjson.Value) string {
	var members []string
	for _, name := range e.names(s) {
		members = append(members, quote(name)+": "+e.value(s.Get("properties").Get(name)))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// names are the members to fill in, in the order of their declaration.
func (e Extent) names(s strictjson.Value) []string {
	required := schema.Required(s)
	var names []string
	for _, m := range s.Get("properties").Members() {
		if e == Everything || slices.Contains(required, m.Name) {
			names = append(names, m.Name)
		}
	}
	for _, name := range required {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (e Extent) array(s strictjson.Value) string {
	least := max(1, bound(s, "minItems", 1))
	items := slices.Repeat([]string{e.value(s.Get("items"))}, least)
	return "[" + strings.Join(items, ", ") + "]"
}

// text reaches the least length and keeps to the greatest.
func text(s strictjson.Value) string {
	if s.Get("format").Text() == "date-time" {
		return "2026-01-01T00:00:00Z"
	}
	sample := "example"
	if short := bound(s, "minLength", 0) - len(sample); short > 0 {
		sample += strings.Repeat("e", short)
	}
	return sample[:min(len(sample), bound(s, "maxLength", len(sample)))]
}

// bound is the value of a keyword that counts.
func bound(s strictjson.Value, keyword string, otherwise int) int {
	r, ok := schema.Rational(s.Get(keyword))
	if !ok || !r.IsInt() || r.Cmp(big.NewRat(maxLength, 1)) > 0 {
		return otherwise
	}
	return int(r.Num().Int64())
}

// number starts at 1 and moves into the bounds, by steps of multipleOf.
func number(s strictjson.Value) string {
	step, hasStep := schema.Rational(s.Get("multipleOf"))
	if !hasStep {
		step = big.NewRat(1, 1)
	}
	n := new(big.Rat).Set(step)
	if low, ok := schema.Rational(s.Get("minimum")); ok && n.Cmp(low) < 0 {
		n = multiple(step, low, false)
	}
	if low, ok := schema.Rational(s.Get("exclusiveMinimum")); ok && n.Cmp(low) <= 0 {
		n = multiple(step, low, true)
	}
	if high, ok := schema.Rational(s.Get("maximum")); ok && n.Cmp(high) > 0 {
		n = high
	}
	if high, ok := schema.Rational(s.Get("exclusiveMaximum")); ok && n.Cmp(high) >= 0 {
		n = new(big.Rat).Sub(high, step)
	}
	return decimal(n)
}

// multiple is the least multiple of step from low on, or beyond it.
func multiple(step, low *big.Rat, beyond bool) *big.Rat {
	count := new(big.Rat).Quo(low, step)
	whole := new(big.Int).Div(count.Num(), count.Denom()) // towards minus infinity
	if beyond || !count.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(whole), step)
}

// decimal writes a number without an exponent.
func decimal(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	const digits = 20
	return strings.TrimRight(n.FloatString(digits), "0")
}

func quote(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil || !utf8.ValidString(s) {
		return `""`
	}
	return string(quoted)
}
