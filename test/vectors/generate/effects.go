package main

import (
	"fmt"
	"slices"
	"strings"

	"mcpbridge/test/vectors"
)

// legalEffects is which effects a method may declare (contract section 4).
func legalEffects(method string) []string {
	switch method {
	case "GET", "HEAD":
		return []string{"read"}
	case "DELETE":
		return []string{"destructive"}
	default:
		return []string{"write", "destructive"}
	}
}

// effects is the agreement of method, effect and hints in all combinations.
func effects() []vectors.Vector {
	var all []vectors.Vector
	add := func(name, tool string, want vectors.Expect) {
		all = append(all, vectors.Vector{Name: name, Operation: "manifest", Section: "4", Input: raw(`{"plugin":"x","document":{"schema_version":"1","plugin":"x","tools":[%s]}}`, tool), Expect: want})
	}
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} {
		for _, effect := range []string{"read", "write", "destructive"} {
			for _, readOnly := range []bool{true, false} {
				for _, destructive := range []bool{true, false} {
					var places []vectors.Place
					if !slices.Contains(legalEffects(method), effect) {
						places = append(places, vectors.Place{Rule: "effect_method", At: "/tools/0/effect"})
					}
					if readOnly != (effect == "read") {
						places = append(places, vectors.Place{Rule: "annotations", At: "/tools/0/annotations/readOnlyHint"})
					}
					if destructive != (effect == "destructive") {
						places = append(places, vectors.Place{Rule: "annotations", At: "/tools/0/annotations/destructiveHint"})
					}
					add(fmt.Sprintf("%s, %s, readOnlyHint %t, destructiveHint %t", method, effect, readOnly, destructive),
						tool(method, effect, hints(readOnly, destructive, false, false)), findings(places))
				}
			}
		}
	}
	for _, idempotent := range []bool{true, false} {
		for _, openWorld := range []bool{true, false} {
			add(fmt.Sprintf("idempotentHint %t and openWorldHint %t are free", idempotent, openWorld), tool("PUT", "write", hints(false, false, idempotent, openWorld)), accepted())
		}
	}
	names := []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
	for i, name := range names {
		for _, value := range []string{"null", "0", `"false"`, "[]", "{}"} {
			given := []string{"false", "false", "false", "false"}
			given[i] = value
			add(name+" as "+value, tool("POST", "write", annotations(names, given)), refused("member_type", "/tools/0/annotations/"+name))
		}
		others := slices.Delete(slices.Clone(names), i, i+1)
		add(name+" missing", tool("POST", "write", annotations(others, []string{"false", "false", "false"})), refused("member_missing", "/tools/0/annotations/"+name))
	}
	for _, method := range []string{"get", "Post", "OPTIONS", "TRACE", "CONNECT", "QUERY", "", "GET ", " GET"} {
		add(fmt.Sprintf("method %q", method), tool(method, "write", hints(false, false, false, false)), refused("method", "/tools/0/method"))
	}
	for _, effect := range []string{"Read", "WRITE", "delete", "none", "", "write "} {
		add(fmt.Sprintf("effect %q", effect), tool("POST", effect, hints(false, false, false, false)), refused("effect", "/tools/0/effect"))
	}
	return all
}

// tool is a descriptor without properties that is in order but for what is given.
func tool(method, effect, annotations string) string {
	return fmt.Sprintf(`{"name":"t","title":"T","description":"D","method":%q,"path":"a/","effect":%q,"inputSchema":{"type":"object","additionalProperties":false},"annotations":%s}`, method, effect, annotations)
}

func hints(readOnly, destructive, idempotent, openWorld bool) string {
	return fmt.Sprintf(`{"readOnlyHint":%t,"destructiveHint":%t,"idempotentHint":%t,"openWorldHint":%t}`, readOnly, destructive, idempotent, openWorld)
}

func annotations(names, values []string) string {
	var text strings.Builder
	text.WriteString("{")
	for i, name := range names {
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, "%q:%s", name, values[i])
	}
	return text.String() + "}"
}
