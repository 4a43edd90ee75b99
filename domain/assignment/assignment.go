// Package assignment reads a call's arguments as a person types them:
// name=value, with the value's kind taken from the tool's inputSchema, and
// name:=JSON, as it is.
package assignment

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// List is the arguments of one call in the order in which they were typed.
type List []assigned

// assigned is one argument as it was typed.
type assigned struct {
	name, value string
	isJSON      bool // written name:=JSON
}

// Parse reads the texts, as far as that needs no tool. Its error is a
// [fault.Fault] with code request_invalid.
func Parse(texts []string) (List, error) {
	list := make(List, len(texts))
	for i, text := range texts {
		var err error
		if list[i], err = assign(text); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func assign(text string) (assigned, error) {
	name, value, found := strings.Cut(text, "=")
	if !found || name == "" {
		return assigned{}, fault.New(fault.RequestInvalid, "an argument is written name=value or name:=JSON")
	}
	name, isJSON := strings.CutSuffix(name, ":")
	// JSON would carry another text in its place, and nobody would be told.
	if !utf8.ValidString(name) {
		return assigned{}, fault.New(fault.RequestInvalid, "the name of an argument is not UTF-8: "+fault.ShownName(strings.ToValidUTF8(name, "?")))
	}
	if !utf8.ValidString(value) {
		return assigned{}, fault.New(fault.RequestInvalid, "the value of "+fault.ShownName(name)+" is not UTF-8")
	}
	if isJSON {
		if _, err := strictjson.Parse([]byte(value), domain.TargetBounds()); err != nil {
			return assigned{}, fault.New(fault.RequestInvalid, "the value of "+fault.ShownName(name)+" after := is not JSON: "+err.Error())
		}
	}
	return assigned{name, value, isJSON}, nil
}

// Arguments makes the arguments, as JSON, that the list is to a tool with the
// inputSchema. A name that occurs several times makes an array. Whether the
// arguments fit the schema is for a validator.
func (l List) Arguments(s schema.Schema) []byte {
	properties := s.Root().Get("properties")
	var names []string
	values := map[string][]string{}
	for _, a := range l {
		if !slices.Contains(names, a.name) {
			names = append(names, a.name)
		}
		values[a.name] = append(values[a.name], a.asJSON(properties.Get(a.name)))
	}
	members := make([]string, len(names))
	for i, name := range names {
		members[i] = quote(name) + ": " + joined(properties.Get(name), values[name])
	}
	return []byte("{" + strings.Join(members, ", ") + "}")
}

// asJSON reads a value as the property's type has it. A text stays one where
// the schema takes texts; what fits nothing stays one, too, for the validator
// to refuse.
func (a assigned) asJSON(property strictjson.Value) string {
	if a.isJSON {
		return a.value
	}
	if accepts(property, "array") {
		property = property.Get("items")
	}
	_, err := strictjson.Parse([]byte(a.value), domain.TargetBounds())
	if err != nil || accepts(property, "string") || property.Get("type").Is(strictjson.Absent) {
		return quote(a.value)
	}
	return a.value
}

// joined is the one value, or all of them where an array is wanted.
func joined(property strictjson.Value, values []string) string {
	if len(values) == 1 && (!accepts(property, "array") || strings.HasPrefix(values[0], "[")) {
		return values[0]
	}
	return "[" + strings.Join(values, ", ") + "]"
}

// accepts reports whether the schema names the type.
func accepts(s strictjson.Value, name string) bool {
	return slices.Contains(schema.DeclaredTypes(s), name)
}

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always has a JSON form
	return string(quoted)
}
