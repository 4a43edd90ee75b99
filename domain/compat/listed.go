package compat

import (
	"slices"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// values compares schemas of which one at least lists its values: each value is
// put to the other schema as a whole, whatever keywords that is made of.
func (c *comparison) values(at fault.Pointer, before, after strictjson.Value) {
	keyword := "enum"
	if before.Get(keyword).Is(strictjson.Absent) && after.Get(keyword).Is(strictjson.Absent) {
		keyword = "const"
	}
	c.note(at.Member(keyword), exceeds(before, after), exceeds(after, before), "the allowed values changed")
}

// exceeds reports whether a schema takes a value that the other does not. One whose
// values cannot be counted takes more than any list.
func exceeds(s, other strictjson.Value) bool {
	values, counted := candidates(s)
	listed, listedThere := listing(s), listing(other) // once, as lists are long
	return !counted || slices.ContainsFunc(values, func(v strictjson.Value) bool {
		return listed(v) && fits(s, v) && (!listedThere(v) || !fits(other, v))
	})
}

// candidates are the values among which are all that a schema takes, if they can
// be counted.
func candidates(s strictjson.Value) (values []strictjson.Value, counted bool) {
	switch {
	case !s.Get("enum").Is(strictjson.Absent):
		return s.Get("enum").Items(), true
	case lists(s):
		return []strictjson.Value{s.Get("const")}, true
	case covers([]string{"boolean", "null"}, typesOf(s)):
		few, err := strictjson.Parse([]byte("[true, false, null]"), strictjson.Bounds{Bytes: 19, Depth: 1, Nodes: 4})
		return few.Items(), err == nil
	}
	return nil, false
}

// lists reports whether a schema lists its values.
func lists(s strictjson.Value) bool {
	return !s.Get("enum").Is(strictjson.Absent) || !s.Get("const").Is(strictjson.Absent)
}
