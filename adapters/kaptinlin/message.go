package kaptinlin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// maxShown is how many names or values one message lists.
const maxShown = 20

// message is what the broken keyword says of a value of that kind.
func (n *node) message(keyword string, kind strictjson.Kind, plain any) string {
	switch keyword {
	case "type":
		return n.messages[keyword] + ", not " + kind.String()
	case "required":
		members, _ := plain.(map[string]any)
		missing := slices.DeleteFunc(slices.Clone(n.required), func(name string) bool {
			_, ok := members[name]
			return ok
		})
		return n.messages[keyword] + listed(missing, shownMember)
	default:
		return n.messages[keyword]
	}
}

func expectedTypes(declared strictjson.Value) string {
	types := []string{declared.Text()}
	if declared.Is(strictjson.Array) {
		types = nil
		for _, t := range declared.Items() {
			types = append(types, t.Text())
		}
	}
	return "expected " + strings.Join(types, " or ")
}

func expectedConst(v strictjson.Value) string { return "expected " + shown(v) }

func expectedChoices(enum strictjson.Value) string {
	if len(enum.Items()) == 0 {
		return "no value is allowed here"
	}
	return "expected one of " + listed(enum.Items(), shown)
}

// missingMembers is only the beginning: which ones are missing depends on the
// instance.
func missingMembers(strictjson.Value) string { return "missing: " }

func differentItems(strictjson.Value) string { return "expected items that all differ" }

func dateTime(strictjson.Value) string {
	return "expected a date-time with an offset (RFC 3339), such as 2025-01-31T23:59:59Z"
}

func expectedNumber(relation string) func(strictjson.Value) string {
	return func(bound strictjson.Value) string { return "expected " + relation + " " + shown(bound) }
}

func atLeast(unit string) func(strictjson.Value) string { return counted("at least", unit) }

func atMost(unit string) func(strictjson.Value) string { return counted("at most", unit) }

func counted(relation, unit string) func(strictjson.Value) string {
	return func(count strictjson.Value) string {
		if count.Text() != "1" {
			return "expected " + relation + " " + shown(count) + " " + unit + "s"
		}
		return "expected " + relation + " 1 " + unit
	}
}

// unknownMember tells which members the subschema has instead.
func unknownMember(subschema strictjson.Value) string {
	known := subschema.Get("properties").Members()
	if len(known) == 0 {
		return "unknown member; there are none"
	}
	return "unknown member; the members are " + listed(known, func(m strictjson.Member) string { return fault.ShownName(m.Name) })
}

func shownMember(name string) string { return strconv.Quote(fault.ShownName(name)) }

// listed joins at most [maxShown] of the values and tells how many it left out.
func listed[T any](values []T, show func(T) string) string {
	var texts []string
	for _, v := range values[:min(len(values), maxShown)] {
		texts = append(texts, show(v))
	}
	if left := len(values) - len(texts); left > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(texts, ", "), left)
	}
	return strings.Join(texts, ", ")
}

// shown is a value of the schema if it is short, else its kind and length. A
// schema comes from a plugin, so only ASCII of it is shown.
func shown(v strictjson.Value) string {
	text := string(v.Raw())
	switch v.Kind() {
	case strictjson.String:
		text = strconv.QuoteToASCII(v.Text())
	case strictjson.Array, strictjson.Object:
		return fmt.Sprintf("the %s of the schema", v.Kind())
	}
	if len(text) > fault.MaxName {
		return fmt.Sprintf("a %s of %d characters", v.Kind(), utf8.RuneCountInString(v.Text()))
	}
	return text
}
