package hostile

import (
	"strings"

	"mcpbridge/domain/fault"
)

// jsonTrials are about bodies that are framed well (contract section 5).
func jsonTrials() []trial {
	return append(everywhere(
		notJSON("a page", framed(200, "Content-Type: text/html", fixed("<!DOCTYPE html><title>Sign in</title>"))),
		notJSON("a body that is not UTF-8", json("{\"a\":\"\xff\xfe\"}")),
		notJSON("UTF-16", framed(200, "Content-Type: application/json; charset=utf-16", fixed("\xff\xfe{\x00}\x00"))),
		notJSON("Latin-1", framed(200, "Content-Type: application/json; charset=iso-8859-1", fixed("{\"name\":\"Z\xfcrich\"}"))),
		notJSON("a byte order mark", json("\ufeff{}")),
		notJSON("a member twice", json(`{"mcp":null,"mcp":{}}`)),
		notJSON("NaN", json(`{"a":NaN}`)),
		notJSON("Infinity", json(`{"a":-Infinity}`)),
		notJSON("half a surrogate pair", json(`{"a":"\ud800"}`)),
		notJSON("a comment", json(`{} // fine`)),
		notJSON("two values", json(`{}{}`)),
		notJSON("garbage behind the value", json(`{}]`)),
		notJSON("a comma too many", json(`{"a":1,}`)),
		notJSON("quotes of another kind", json(`{'a':1}`)),
		notJSON("a document that breaks off", json(`{"a":[1,2`)),
		notJSON("blanks alone", json(" \n\t ")),
		notJSON("a number beyond binary64", json(`{"a":1e999}`)),
		notJSON("an exponent that takes for ever to write out", json(`{"a":1e-999999999}`)),
		notJSON("a number of more digits than any", json(`{"a":`+strings.Repeat("9", 1025)+`}`)),
		notJSON("arrays 100,000 deep", json(strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000))),
		notJSON("objects 33 deep", json(strings.Repeat(`{"a":`, 33)+"0"+strings.Repeat("}", 33))),
		notJSON("more values than any", json("["+strings.Repeat("0,", 12_000)+"0]")),
	),
		trial{name: "a deepest body", replies: map[place]reply{target: json(strings.Repeat("[", 32) + "0" + strings.Repeat("]", 32))}, want: completed(200)},
		trial{name: "a longest number", replies: map[place]reply{target: json(strings.Repeat("9", 1024))}, want: completed(200)},
		trial{name: "null in answer to a write", tool: change, replies: map[place]reply{target: json("null")}, want: completed(200)},
		trial{name: "the wrong charset on what is UTF-8", tool: change,
			replies: map[place]reply{target: framed(200, "Content-Type: text/plain; charset=koi8-r", fixed(`{"name":"Zürich"}`))}, want: completed(200)},
		trial{name: "a read that breaks its outputSchema", tool: count, replies: map[place]reply{target: json(`{"ok":"yes"}`)}, want: failed(fault.ResponseInvalid, 200)},
		trial{name: "a write that breaks its outputSchema", tool: settle, replies: map[place]reply{target: json(`{"ok":true,"more":1}`)}, want: unknown(fault.ResponseInvalid, 200)},
		trial{name: "a read's error outside its outputSchema", tool: count, replies: map[place]reply{target: document(404, fixed(`{"detail":"Not found."}`))}, want: completed(404)},
	)
}
