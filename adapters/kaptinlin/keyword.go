package kaptinlin

import (
	"bytes"
	"strconv"

	"mcpbridge/domain/strictjson"
)

// assertion is a keyword that tests a value by itself, without subschemas.
type assertion struct {
	// given is the keyword's value as the library gets it; nil if the library
	// does not get it at all.
	given func(strictjson.Value) []byte
	// message says what the keyword expects; it never depends on the instance.
	message func(strictjson.Value) string
}

// assertions are all such keywords of the subset.
func assertions() map[string]assertion {
	return map[string]assertion{
		"type":             {strictjson.Value.Raw, expectedTypes},
		"const":            {strictjson.Value.Raw, expectedConst},
		"enum":             {nil, expectedChoices},
		"required":         {strictjson.Value.Raw, missingMembers},
		"minProperties":    {reachable, atLeast("member")},
		"maxProperties":    {reachable, atMost("member")},
		"minItems":         {reachable, atLeast("item")},
		"maxItems":         {reachable, atMost("item")},
		"uniqueItems":      {strictjson.Value.Raw, differentItems},
		"minLength":        {reachable, atLeast("character")},
		"maxLength":        {reachable, atMost("character")},
		"format":           {strictjson.Value.Raw, dateTime},
		"minimum":          {strictjson.Value.Raw, expectedNumber("at least")},
		"maximum":          {strictjson.Value.Raw, expectedNumber("at most")},
		"exclusiveMinimum": {strictjson.Value.Raw, expectedNumber("more than")},
		"exclusiveMaximum": {strictjson.Value.Raw, expectedNumber("less than")},
		"multipleOf":       {strictjson.Value.Raw, expectedNumber("a multiple of")},
	}
}

// maxReach is more than any document has bytes.
const maxReach = 1 << 30

// reachable is a count of characters, items or members, cut to maxReach.
//
// Fence: the library keeps counts as float64 and compares lengths as int, so
// that maxLength 1e300 refuses everything and a count of 400 digits does not
// compile.
func reachable(count strictjson.Value) []byte {
	d := strictjson.ParseDecimal(count.Text())
	n := 0
	for place := range len(d.Digits) + d.Exponent {
		digit := byte('0')
		if place < len(d.Digits) {
			digit = d.Digits[place]
		}
		n = min(n*10+int(digit-'0'), maxReach)
	}
	return strconv.AppendInt(nil, int64(n), 10)
}

// assertionsOf is the schema of the subschema's assertions that the library is
// given; nil if there are none.
//
// Fence: subschemas, enum and annotations stay with us (see the package's
// comment and [choices]). Without defaults and references no other feature of
// the library can be reached.
func assertionsOf(subschema strictjson.Value, known map[string]assertion) []byte {
	var members [][]byte
	for _, m := range subschema.Members() {
		if given := known[m.Name].given; given != nil {
			members = append(members, append(strconv.AppendQuote(nil, m.Name), append([]byte{':'}, given(m.Value)...)...))
		}
	}
	if members == nil {
		return nil
	}
	return append(append([]byte{'{'}, bytes.Join(members, []byte{','})...), '}')
}

// messagesOf are the messages of the subschema's assertions.
func messagesOf(subschema strictjson.Value, known map[string]assertion) map[string]string {
	messages := map[string]string{}
	for _, m := range subschema.Members() {
		if message := known[m.Name].message; message != nil {
			messages[m.Name] = message(m.Value)
		}
	}
	return messages
}
