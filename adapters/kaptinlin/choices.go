package kaptinlin

import "mcpbridge/domain/strictjson"

// choices are the values of an enum.
//
// Fence: the library compares the instance with one value after the other by
// reflection, seconds for 1,000 instances and 1,900 values, and takes the
// empty enum for none; here membership is one look-up.
type choices struct {
	texts  map[string]struct{} // the strings among them
	others map[string]struct{} // the rest, in canonical form
}

// choicesOf reads the enum's value; nil if there is no enum.
func choicesOf(enum strictjson.Value) *choices {
	if enum.Is(strictjson.Absent) {
		return nil
	}
	c := &choices{texts: map[string]struct{}{}, others: map[string]struct{}{}}
	for _, v := range enum.Items() {
		if v.Is(strictjson.String) {
			c.texts[v.Text()] = struct{}{}
		} else {
			c.others[v.Canonical()] = struct{}{}
		}
	}
	return c
}

// has reports whether v is one of the choices; without an enum everything is.
func (c *choices) has(v strictjson.Value) bool {
	switch {
	case c == nil:
		return true
	case v.Is(strictjson.String):
		return c.hasText(v.Text())
	}
	_, ok := c.others[v.Canonical()]
	return ok
}

func (c *choices) hasText(text string) bool {
	if c == nil {
		return true
	}
	_, ok := c.texts[text]
	return ok
}
