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

// forms is every keyword of the contract (section 4) and the form of its value.
func forms() map[string]form {
	return map[string]form{
		"type": typeList, "enum": anyArray, "const": anyValue,
		"properties": subschemas, "required": nameList, "additionalProperties": subschema,
		"propertyNames": subschema, "minProperties": count, "maxProperties": count,
		"items": subschema, "minItems": count, "maxItems": count, "uniqueItems": uniqueBoolean,
		"minLength": count, "maxLength": count, "format": formatName,
		"minimum": number, "maximum": number, "exclusiveMinimum": number, "exclusiveMaximum": number, "multipleOf": positive,
		"title": text, "description": text, "default": anyValue, "examples": anyArray,
		"deprecated": boolean, "readOnly": boolean, "writeOnly": boolean,
	}
}

// Types are the type names of JSON Schema 2020-12.
func Types() []string {
	return []string{"array", "boolean", "integer", "null", "number", "object", "string"}
}

// checkSubschema checks one schema and all that lie below it.
func checkSubschema(at fault.Pointer, v strictjson.Value) fault.Findings {
	switch v.Kind() {
	case strictjson.Bool:
		return nil
	case strictjson.Object:
		return checkKeywords(at, v)
	default:
		return refuse(at, fault.SchemaValue, v, "a schema must be an object or a boolean, not %s", v.Kind())
	}
}

func checkKeywords(at fault.Pointer, v strictjson.Value) fault.Findings {
	known := forms()
	var findings fault.Findings
	for _, m := range v.Members() {
		place := at.Member(m.Name)
		wanted, ok := known[m.Name]
		if !ok {
			findings = append(findings, refuse(place, fault.SchemaKeyword, m.Value, "this keyword is not in the contract's subset of JSON Schema")...)
			continue
		}
		findings = append(findings, wanted.check(place, m.Value, v)...)
	}
	return findings
}

// check tests a keyword's value; owner is the schema that the keyword is in.
func (f form) check(at fault.Pointer, v, owner strictjson.Value) fault.Findings {
	switch f {
	case subschema:
		return checkSubschema(at, v)
	case subschemas:
		return checkEach(at, v)
	case typeList:
		return checkTypes(at, v)
	case nameList:
		return checkNames(at, v)
	case uniqueBoolean:
		return checkUnique(at, v, owner)
	case formatName:
		if !v.Is(strictjson.String) || v.Text() != "date-time" {
			return refuse(at, fault.SchemaFormat, v, `format must be "date-time", the only one of the contract`)
		}
	case anyArray:
		return expect(v.Is(strictjson.Array), at, v, "an array")
	case boolean:
		return expect(v.Is(strictjson.Bool), at, v, "a boolean")
	case text:
		return expect(v.Is(strictjson.String), at, v, "a string")
	case number:
		return expect(v.Is(strictjson.Number), at, v, "a number")
	case positive:
		return expect(v.Is(strictjson.Number) && isPositive(v), at, v, "a number over 0")
	case count:
		return expect(v.Is(strictjson.Number) && isCount(v), at, v, "an integer from 0 on")
	}
	return nil
}

func checkEach(at fault.Pointer, v strictjson.Value) fault.Findings {
	if !v.Is(strictjson.Object) {
		return expect(false, at, v, "an object of schemas")
	}
	var findings fault.Findings
	for _, m := range v.Members() {
		findings = append(findings, checkSubschema(at.Member(m.Name), m.Value)...)
	}
	return findings
}

func checkTypes(at fault.Pointer, v strictjson.Value) fault.Findings {
	names := []strictjson.Value{v}
	if v.Is(strictjson.Array) {
		names = v.Items()
	}
	if len(names) == 0 || hasDuplicates(names) || slices.ContainsFunc(names, func(n strictjson.Value) bool {
		return !n.Is(strictjson.String) || !slices.Contains(Types(), n.Text())
	}) {
		return expect(false, at, v, "one of "+strings.Join(Types(), ", ")+", or a list of them without duplicates")
	}
	return nil
}

func checkNames(at fault.Pointer, v strictjson.Value) fault.Findings {
	ok := v.Is(strictjson.Array) && !hasDuplicates(v.Items()) && !slices.ContainsFunc(v.Items(), func(n strictjson.Value) bool {
		return !n.Is(strictjson.String)
	})
	return expect(ok, at, v, "an array of strings without duplicates")
}

func checkUnique(at fault.Pointer, v, owner strictjson.Value) fault.Findings {
	if !v.Is(strictjson.Bool) {
		return expect(false, at, v, "a boolean")
	}
	if !v.Truth() {
		return nil
	}
	types := typesOf(owner.Get("items"))
	if len(types) != 1 || !isScalar(types[0]) {
		return refuse(at, fault.SchemaUnique, v, "uniqueItems needs items of exactly one scalar type")
	}
	return nil
}

// hasDuplicates reports whether two of the values are equal.
func hasDuplicates(values []strictjson.Value) bool {
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		seen[v.Canonical()] = true
	}
	return len(seen) < len(values)
}

func isPositive(v strictjson.Value) bool {
	d := strictjson.ParseDecimal(v.Text())
	return d.Digits != "" && !d.Negative
}

func isCount(v strictjson.Value) bool {
	d := strictjson.ParseDecimal(v.Text())
	return !d.Negative && d.IsIntegral()
}

func expect(ok bool, at fault.Pointer, v strictjson.Value, what string) fault.Findings {
	if ok {
		return nil
	}
	return refuse(at, fault.SchemaValue, v, "the value must be %s", what)
}

func refuse(at fault.Pointer, rule fault.Rule, v strictjson.Value, format string, args ...any) fault.Findings {
	return fault.Findings{fault.Find(at, rule, format, args...).At(v.Offset())}
}
