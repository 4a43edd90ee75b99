package compat

import (
	"math/big"
	"slices"

	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// bound is a pair of keywords that bound the values of one type from one side.
type bound struct {
	kind      string // the type
	inclusive string // the keyword
	exclusive string // likewise, "" if there is none
	isLower   bool
}

func everyBound() []bound {
	return []bound{
		{"number", "minimum", "exclusiveMinimum", true}, {"number", "maximum", "exclusiveMaximum", false},
		{"string", "minLength", "", true}, {"string", "maxLength", "", false},
		{"array", "minItems", "", true}, {"array", "maxItems", "", false},
		{"object", "minProperties", "", true}, {"object", "maxProperties", "", false},
	}
}

// limit is what a schema sets for a bound; the zero limit is none.
type limit struct {
	keyword  string
	value    *big.Rat
	excluded bool // the value itself is out
}

// of is the stricter of what the two keywords of a schema set, if that bounds
// anything at all.
func (b bound) of(s strictjson.Value) limit {
	if !takes(s, b.kind) {
		return limit{}
	}
	strictest := b.set(s, b.inclusive, false)
	if other := b.set(s, b.exclusive, true); b.compare(strictest, other) < 0 {
		strictest = other
	}
	switch {
	case b.isLower && b.kind != "number" && strictest.value != nil && strictest.value.Sign() <= 0:
		return limit{} // no count is below 0
	case onlyIntegers(s):
		return b.rounded(strictest)
	}
	return strictest
}

func (b bound) set(s strictjson.Value, keyword string, excluded bool) limit {
	value, given := schema.Rational(s.Get(keyword))
	if !given {
		return limit{}
	}
	return limit{keyword, value, excluded}
}

// rounded is the last integer that a limit leaves.
func (b bound) rounded(l limit) limit {
	switch {
	case l.value == nil:
		return l
	case !l.value.IsInt():
		whole := new(big.Int).Div(l.value.Num(), l.value.Denom()) // towards minus infinity
		if b.isLower {
			whole.Add(whole, big.NewInt(1))
		}
		l.value = new(big.Rat).SetInt(whole)
	case l.excluded && b.isLower:
		l.value = new(big.Rat).Add(l.value, big.NewRat(1, 1))
	case l.excluded:
		l.value = new(big.Rat).Sub(l.value, big.NewRat(1, 1))
	}
	l.excluded = false
	return l
}

// compare is negative if a value that old leaves is out now, and positive if one
// is new.
func (b bound) compare(old, now limit) int {
	switch {
	case old.value == nil && now.value == nil:
		return 0
	case old.value == nil:
		return -1
	case now.value == nil:
		return 1
	}
	change := now.value.Cmp(old.value)
	if b.isLower {
		change = -change
	}
	switch {
	case change != 0 || old.excluded == now.excluded:
		return change
	case now.excluded:
		return -1
	default:
		return 1
	}
}

// takes reports whether a schema takes values of a type, of which integers are
// numbers.
func takes(s strictjson.Value, kind string) bool {
	return slices.ContainsFunc(typesOf(s), func(t string) bool { return t == kind || kind == "number" && t == "integer" })
}

// onlyIntegers reports whether the numbers that a schema takes are integers.
func onlyIntegers(s strictjson.Value) bool { return !slices.Contains(typesOf(s), "number") }
