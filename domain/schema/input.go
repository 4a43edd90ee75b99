package schema

import (
	"slices"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// checkInput checks what an inputSchema must be beyond a schema: an object
// closed to unknown members and, where the arguments travel as a query, one
// whose values a query can carry (contract section 4).
func checkInput(v strictjson.Value, role Role) fault.Findings {
	var findings fault.Findings
	if kind := v.Get("type"); !kind.Is(strictjson.String) || kind.Text() != "object" {
		findings = append(findings, refuse(fault.SchemaInput, memberOr(kind, v), `an inputSchema must have type "object"`).Below("/type")...)
	}
	if closed := v.Get("additionalProperties"); !closed.Is(strictjson.Bool) || closed.Truth() {
		findings = append(findings, refuse(fault.SchemaInput, memberOr(closed, v), "an inputSchema must have additionalProperties false").Below("/additionalProperties")...)
	}
	if role == QueryInput {
		findings = append(findings, checkMembers(v.Get("properties"), checkQuery).Below("/properties")...)
	}
	return findings
}

// memberOr is where a fault of a member stands: the member, or what lacks it.
func memberOr(member, whole strictjson.Value) strictjson.Value {
	if member.Is(strictjson.Absent) {
		return whole
	}
	return member
}

func checkQuery(property strictjson.Member) fault.Findings {
	if isQueryEncodable(property.Value) {
		return nil
	}
	return refuse(fault.SchemaQuery, property.Value, "a property of a GET or HEAD tool must declare scalar types, or an array (or null) whose items do")
}

// isQueryEncodable reports whether every value of the property has one form in
// a query: scalars as they are, arrays of scalars as a repeated name.
func isQueryEncodable(property strictjson.Value) bool {
	types := DeclaredTypes(property)
	if len(types) == 0 {
		return false
	}
	if !slices.Contains(types, "array") {
		return allScalar(types)
	}
	onlyArray := !slices.ContainsFunc(types, func(t string) bool { return t != "array" && t != "null" })
	items := DeclaredTypes(property.Get("items"))
	return onlyArray && len(items) > 0 && allScalar(items)
}

func allScalar(types []string) bool {
	return !slices.ContainsFunc(types, func(t string) bool { return !isScalar(t) })
}

func isScalar(t string) bool { return t != "array" && t != "object" }
