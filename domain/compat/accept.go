package compat

import (
	"math/big"
	"slices"
	"unicode/utf8"

	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// accepts reports whether a schema takes a value.
func accepts(s, v strictjson.Value) bool { return listing(s)(v) && fits(s, v) }

// listing tells which values enum and const leave.
func listing(s strictjson.Value) func(strictjson.Value) bool {
	enum, constant := s.Get("enum"), s.Get("const")
	listed := make(map[string]bool, len(enum.Items()))
	for _, v := range enum.Items() {
		listed[v.Canonical()] = true
	}
	return func(v strictjson.Value) bool {
		text := v.Canonical()
		return (enum.Is(strictjson.Absent) || listed[text]) && (constant.Is(strictjson.Absent) || text == constant.Canonical())
	}
}

// fits reports whether a schema takes a value as far as its other keywords tell.
func fits(s, v strictjson.Value) bool {
	if isFalse(s) || isOpen(s) {
		return isOpen(s)
	}
	return covers(typesOf(s), []string{typeOf(v)}) && isMeasured(s, v) && isWellFormed(s, v) && hasItems(s, v) && hasMembers(s, v)
}

// isMeasured reports whether a value is within the bounds for its type.
func isMeasured(s, v strictjson.Value) bool {
	size := sizeOf(v)
	return !slices.ContainsFunc(everyBound(), func(b bound) bool {
		return b.kind == v.Kind().String() && b.compare(limit{value: size}, b.of(s)) < 0
	})
}

// sizeOf is what the bounds for the type of a value bound.
func sizeOf(v strictjson.Value) *big.Rat {
	if r, ok := schema.Rational(v); ok {
		return r
	}
	count := len(v.Items()) + len(v.Members())
	if v.Is(strictjson.String) {
		count = utf8.RuneCountInString(v.Text())
	}
	return new(big.Rat).SetInt64(int64(count))
}

func isWellFormed(s, v strictjson.Value) bool {
	switch v.Kind() {
	case strictjson.Number:
		of, given := step(s)
		return !given || isMultiple(sizeOf(v), of)
	case strictjson.String:
		return !isOn(s.Get("format")) || schema.IsDateTime(v.Text())
	default:
		return true
	}
}

func hasItems(s, v strictjson.Value) bool {
	seen := make(map[string]bool)
	return !slices.ContainsFunc(v.Items(), func(item strictjson.Value) bool {
		text := item.Canonical()
		twice := seen[text]
		seen[text] = true
		return twice && s.Get("uniqueItems").Truth() || !accepts(s.Get("items"), item)
	})
}

func hasMembers(s, v strictjson.Value) bool {
	if !v.Is(strictjson.Object) {
		return true
	}
	lacks := func(name string) bool { return v.Get(name).Is(strictjson.Absent) }
	return !slices.ContainsFunc(schema.Required(s), lacks) && !slices.ContainsFunc(v.Members(), func(m strictjson.Member) bool {
		return !accepts(memberOf(s, m.Name), m.Value) || !accepts(s.Get("propertyNames"), strictjson.NameOf(m))
	})
}
