package compat

import (
	"math/big"
	"slices"
	"strings"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// difference is a place where one schema takes other values than another, or says
// something else of them.
type difference struct {
	at      fault.Pointer
	narrows bool // a value that the old one took is gone
	widens  bool // a value is new
	message string
}

func (d difference) kind() Kind {
	switch {
	case d.narrows && d.widens:
		return Replaced
	case d.narrows:
		return Narrowed
	case d.widens:
		return Widened
	default:
		return Text
	}
}

// comparison gathers the differences of two schemas.
type comparison struct{ found []difference }

// schemas compares two schemas; the zero Schema takes every value.
func schemas(before, after schema.Schema) []difference {
	var c comparison
	c.compare("", before.Root(), after.Root())
	return c.found
}

func (c *comparison) note(at fault.Pointer, narrows, widens bool, message string) {
	if narrows || widens {
		c.found = append(c.found, difference{at, narrows, widens, message})
	}
}

func (c *comparison) compare(at fault.Pointer, before, after strictjson.Value) {
	c.annotations(at, before, after)
	switch closed, closes := isFalse(before), isFalse(after); {
	case closed && closes, isOpen(before) && isOpen(after):
	case closes:
		c.note(at, true, false, "nothing is allowed any more")
	case closed:
		c.note(at, false, true, "it is allowed now")
	case lists(before) || lists(after):
		c.values(at, before, after)
	default:
		c.types(at, before, after)
		c.bounds(at, before, after)
		c.multiples(at, before, after)
		c.flags(at, before, after)
		c.required(at, before, after)
		c.properties(at, before, after)
		for _, keyword := range []string{"items", "propertyNames"} {
			c.compare(at.Member(keyword), before.Get(keyword), after.Get(keyword))
		}
	}
}

func isFalse(s strictjson.Value) bool { return s.Is(strictjson.Bool) && !s.Truth() }

// isOpen reports a schema without a keyword, given or not; nothing lies below it.
func isOpen(s strictjson.Value) bool { return !isFalse(s) && len(s.Members()) == 0 }

// types compares type; number takes every integer.
func (c *comparison) types(at fault.Pointer, before, after strictjson.Value) {
	old, now := typesOf(before), typesOf(after)
	c.note(at.Member("type"), !covers(now, old), !covers(old, now),
		"the types were "+strings.Join(old, ", ")+" and are "+strings.Join(now, ", "))
}

// typeOf is the narrowest type of a value.
func typeOf(v strictjson.Value) string {
	if r, ok := schema.Rational(v); ok && r.IsInt() {
		return "integer"
	}
	return v.Kind().String()
}

// typesOf are the types that a schema takes.
func typesOf(s strictjson.Value) []string {
	if declared := schema.DeclaredTypes(s); declared != nil {
		return declared
	}
	return schema.Types()
}

func covers(types, others []string) bool {
	return !slices.ContainsFunc(others, func(t string) bool {
		return !slices.Contains(types, t) && (t != "integer" || !slices.Contains(types, "number"))
	})
}

// bounds compares the keywords that bound a number or a count.
func (c *comparison) bounds(at fault.Pointer, before, after strictjson.Value) {
	for _, b := range everyBound() {
		old, now := b.of(before), b.of(after)
		if old.keyword == "" && now.keyword == "" {
			continue
		}
		change := b.compare(old, now)
		keyword, message := now.keyword, "the bound "+moved(before.Get(now.keyword), after.Get(now.keyword))
		if keyword == "" {
			keyword, message = old.keyword, "the bound is gone"
		}
		c.note(at.Member(keyword), change < 0, change > 0, message)
	}
}

// moved tells how a keyword's value changed.
func moved(before, after strictjson.Value) string {
	switch {
	case before.Is(strictjson.Absent):
		return "is " + string(after.Raw()) + " now"
	case after.Is(strictjson.Absent):
		return "is gone"
	default:
		return "was " + string(before.Raw()) + " and is " + string(after.Raw())
	}
}

// multiples compares multipleOf: every multiple of 6 is one of 3.
func (c *comparison) multiples(at fault.Pointer, before, after strictjson.Value) {
	old, had := step(before)
	now, has := step(after)
	narrows := has && (!had || !isMultiple(old, now))
	widens := had && (!has || !isMultiple(now, old))
	c.note(at.Member("multipleOf"), narrows, widens, "the step "+moved(before.Get("multipleOf"), after.Get("multipleOf")))
}

func isMultiple(number, of *big.Rat) bool { return new(big.Rat).Quo(number, of).IsInt() }

// step is the multipleOf of a schema that takes numbers; integers have the step 1
// anyway.
func step(s strictjson.Value) (*big.Rat, bool) {
	of, given := schema.Rational(s.Get("multipleOf"))
	switch {
	case !given || !takes(s, "number"):
		return nil, false
	case onlyIntegers(s) && new(big.Rat).Inv(of).IsInt():
		return nil, false
	}
	return of, true
}

// flags compares the keywords that are on or off.
func (c *comparison) flags(at fault.Pointer, before, after strictjson.Value) {
	for _, keyword := range []string{"uniqueItems", "format"} {
		had, has := isOn(before.Get(keyword)), isOn(after.Get(keyword))
		message := "it is no longer demanded"
		if has {
			message = "it is demanded now"
		}
		c.note(at.Member(keyword), has && !had, had && !has, message)
	}
}

func isOn(v strictjson.Value) bool { return v.Truth() || v.Is(strictjson.String) }

func (c *comparison) required(at fault.Pointer, before, after strictjson.Value) {
	old, now := schema.Required(before), schema.Required(after)
	for _, name := range now {
		c.note(at.Member("required"), !slices.Contains(old, name), false, fault.ShownName(name)+" is required now")
	}
	for _, name := range old {
		c.note(at.Member("required"), false, !slices.Contains(now, name), fault.ShownName(name)+" is no longer required")
	}
}

// properties compares each member that either schema names, and then those that
// neither does.
func (c *comparison) properties(at fault.Pointer, before, after strictjson.Value) {
	old, now := before.Get("properties"), after.Get("properties")
	for _, m := range old.Members() {
		c.compare(at.Member("properties").Member(m.Name), m.Value, memberOf(after, m.Name))
	}
	for _, m := range now.Members() {
		if old.Get(m.Name).Is(strictjson.Absent) {
			c.compare(at.Member("properties").Member(m.Name), memberOf(before, m.Name), m.Value)
		}
	}
	c.compare(at.Member("additionalProperties"), before.Get("additionalProperties"), after.Get("additionalProperties"))
}

// memberOf is the schema that a member of the name must keep.
func memberOf(s strictjson.Value, name string) strictjson.Value {
	if declared := s.Get("properties").Get(name); !declared.Is(strictjson.Absent) {
		return declared
	}
	return s.Get("additionalProperties")
}
