// Package assignment reads a call's arguments as a person types them:
// name=value, with the value's kind taken from the tool's inputSchema, and
// name:=JSON, as it is.
package assignment

import (
	"encoding/json"
	"slices"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// Parse makes the arguments, as JSON, of the texts. A name that occurs several
// times makes an array. Its error is a [fault.Fault] with code
// request_invalid; whether the arguments fit the schema is for a validator.
func Parse(s schema.Schema, texts []string) ([]byte, error) {
	var names []string
	values := map[string][]string{}
	for _, text := range texts {
		name, value, err := assign(s.Root(), text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		values[name] = append(values[name], value)
	}
	var members []string
	for _, name := range names {
		members = append(members, quote(name)+": "+joined(s.Root().Get("properties").Get(name), values[name]))
	}
	return []byte("{" + strings.Join(members, ", ") + "}"), nil
}

// assign reads one text.
func assign(root strictjson.Value, text string) (name, value string, err error) {
	name, value, found := strings.Cut(text, "=")
	if !found || name == "" {
		return "", "", fault.New(fault.RequestInvalid, "an argument is written name=value or name:=JSON")
	}
	if verbatim, isJSON := strings.CutSuffix(name, ":"); isJSON {
		if _, err := strictjson.Parse([]byte(value), domain.TargetBounds()); err != nil {
			return "", "", fault.New(fault.RequestInvalid, "the value of "+fault.ShownName(verbatim)+" after := is not JSON: "+err.Error())
		}
		return verbatim, value, nil
	}
	property := root.Get("properties").Get(name)
	if accepts(property, "array") {
		property = property.Get("items")
	}
	return name, valueOf(property, value), nil
}

// valueOf reads a value as the property's type has it. A text stays one where
// the schema takes texts; what fits nothing stays one, too, for the validator
// to refuse.
func valueOf(property strictjson.Value, text string) string {
	_, err := strictjson.Parse([]byte(text), domain.TargetBounds())
	if err != nil || accepts(property, "string") || property.Get("type").Is(strictjson.Absent) {
		return quote(text)
	}
	return text
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
	declared := s.Get("type")
	return declared.Text() == name || slices.ContainsFunc(declared.Items(), func(n strictjson.Value) bool { return n.Text() == name })
}

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always has a JSON form
	return string(quoted)
}
