package compat

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// annotations compares the keywords that allow and forbid nothing, but tell a
// caller what to send (contract section 4). What is new or gone as a whole has no
// need of it.
func (c *comparison) annotations(at fault.Pointer, before, after strictjson.Value) {
	if !before.Is(strictjson.Object) || !after.Is(strictjson.Object) {
		return
	}
	for _, keyword := range []string{"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"} {
		old, now := before.Get(keyword), after.Get(keyword)
		if old.Canonical() != now.Canonical() {
			c.found = append(c.found, difference{at: at.Member(keyword), message: keyword + " " + said(old, now)})
		}
	}
}

// said tells how an annotation changed. Texts may be long.
func said(before, after strictjson.Value) string {
	isShort := func(v strictjson.Value) bool {
		return v.Is(strictjson.Absent) || v.Is(strictjson.Number) || v.Is(strictjson.Bool) || v.Is(strictjson.Null)
	}
	if isShort(before) && isShort(after) {
		return moved(before, after)
	}
	return "is another"
}
