package schema

import (
	"slices"
	"strings"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// form is what the 2020-12 meta-schema demands of a keyword's value.
type form int

const (
	anyValue      form = iota
	anyArray           // enum, examples: any elements
	boolean            // true or false
	text               // a string
	number             // any number
	positive           // a number over 0
	count              // an integer from 0 on (7.0 is one, too)
	nameList           // an array of strings without duplicates
	typeList           // a type name, or a list of them without duplicates
	formatName         // the one format of the contract
	subschema          // a schema
	subschemas         // an object whose values are schemas
	uniqueBoolean      // uniqueItems: a boolean, true only beside typed scalar items
)

// formOf is the form of a keyword's value; false if the keyword is none of the
// contract's (section 4).
func formOf(keyword string) (form, bool) {
	switch keyword {
	case "const", "default":
		return anyValue, true
	case "enum", "examples":
		return anyArray, true
	case "deprecated", "readOnly", "writeOnly":
		return boolean, true
	case "title", "description":
		return text, true
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return number, true
	case "multipleOf":
		return positive, true
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return count, true
	case "required":
		return nameList, true
	case "type":
		return typeList, true
	case "format":
		return formatName, true
	case "items", "additionalProperties", "propertyNames":
		return subschema, true
	case "properties":
		return subschemas, true
	case "uniqueItems":
		return uniqueBoolean, true
	}
	return 0, false
}

// Types are the type names of JSON Schema 2020-12.
func Types() []string {
	return []string{"array", "boolean", "integer", "null", "number", "object", "string"}
}

// checkSubschema checks one schema and all that lie below it. Like that of every
// check here, its findings' pointers are relative to v.
func checkSubschema(v strictjson.Value) fault.Findings {
	switch v.Kind() {
	case strictjson.Bool:
		return nil
	case strictjson.Object:
		return checkKeywords(v)
	default:
		return refuse(fault.SchemaValue, v, "a schema must be an object or a boolean, not %s", v.Kind())
	}
}

func checkKeywords(v strictjson.Value) fault.Findings {
	return checkMembers(v, func(m strictjson.Member) fault.Findings {
		wanted, ok := formOf(m.Name)
		if !ok {
			return refuse(fault.SchemaKeyword, m.Value, "this keyword is not in the contract's subset of JSON Schema")
		}
		return wanted.check(m.Value, v)
	})
}

// checkMembers checks each member of an object. Only what is refused pays for
// its pointer.
func checkMembers(v strictjson.Value, check func(strictjson.Member) fault.Findings) fault.Findings {
	var findings fault.Findings
	for _, m := range v.Members() {
		if found := check(m); len(found) > 0 {
			findings = append(findings, found.Below(fault.Pointer("").Member(m.Name))...)
		}
	}
	return findings
}

// check tests a keyword's value; owner is the schema that the keyword is in.
func (f form) check(v, owner strictjson.Value) fault.Findings {
	switch f {
	case subschema:
		return checkSubschema(v)
	case subschemas:
		return checkEach(v)
	case typeList:
		return checkTypes(v)
	case nameList:
		return checkNames(v)
	case uniqueBoolean:
		return checkUnique(v, owner)
	case formatName:
		if !v.Is(strictjson.String) || v.Text() != "date-time" {
			return refuse(fault.SchemaFormat, v, `format must be "date-time", the only one of the contract`)
		}
	case anyArray:
		return expect(v.Is(strictjson.Array), v, "an array")
	case boolean:
		return expect(v.Is(strictjson.Bool), v, "a boolean")
	case text:
		return expect(v.Is(strictjson.String), v, "a string")
	case number:
		return expect(v.Is(strictjson.Number), v, "a number")
	case positive:
		return expect(v.Is(strictjson.Number) && isPositive(v), v, "a number over 0")
	case count:
		return expect(v.Is(strictjson.Number) && isCount(v), v, "an integer from 0 on")
	}
	return nil
}

func checkEach(v strictjson.Value) fault.Findings {
	if !v.Is(strictjson.Object) {
		return expect(false, v, "an object of schemas")
	}
	return checkMembers(v, func(m strictjson.Member) fault.Findings { return checkSubschema(m.Value) })
}

func checkTypes(v strictjson.Value) fault.Findings {
	names := []strictjson.Value{v}
	if v.Is(strictjson.Array) {
		names = v.Items()
	}
	isType := func(n strictjson.Value) bool { return n.Is(strictjson.String) && slices.Contains(Types(), n.Text()) }
	if len(names) == 0 || !allDifferent(names, isType) {
		return expect(false, v, "one of "+strings.Join(Types(), ", ")+", or a list of them without duplicates")
	}
	return nil
}

func checkNames(v strictjson.Value) fault.Findings {
	isName := func(n strictjson.Value) bool { return n.Is(strictjson.String) }
	return expect(v.Is(strictjson.Array) && allDifferent(v.Items(), isName), v, "an array of strings without duplicates")
}

func checkUnique(v, owner strictjson.Value) fault.Findings {
	if !v.Is(strictjson.Bool) {
		return expect(false, v, "a boolean")
	}
	if !v.Truth() {
		return nil
	}
	types := DeclaredTypes(owner.Get("items"))
	if len(types) != 1 || !isScalar(types[0]) {
		return refuse(fault.SchemaUnique, v, "uniqueItems needs items of exactly one scalar type")
	}
	return nil
}

// allDifferent reports whether all values hold, which makes them strings, and no
// two of them are equal.
func allDifferent(values []strictjson.Value, holds func(strictjson.Value) bool) bool {
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		if !holds(v) || seen[v.Text()] {
			return false
		}
		seen[v.Text()] = true
	}
	return true
}

func isPositive(v strictjson.Value) bool {
	d := strictjson.ParseDecimal(v.Text())
	return d.Digits != "" && !d.Negative
}

func isCount(v strictjson.Value) bool {
	d := strictjson.ParseDecimal(v.Text())
	return !d.Negative && d.IsIntegral()
}

func expect(ok bool, v strictjson.Value, what string) fault.Findings {
	if ok {
		return nil
	}
	return refuse(fault.SchemaValue, v, "the value must be %s", what)
}

func refuse(rule fault.Rule, v strictjson.Value, format string, args ...any) fault.Findings {
	return fault.Findings{fault.Find("", rule, format, args...).At(v.Offset())}
}
