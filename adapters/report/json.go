package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
)

// JSON writes a value for programs, with two spaces of indentation. Numbers of
// foreign JSON keep their tokens.
func JSON(out io.Writer, value any) error { return writeJSON(out, value, "  ") }

// JSONLine writes a value on one line, as JSON Lines have it.
func JSONLine(out io.Writer, value any) error { return writeJSON(out, value, "") }

func writeJSON(out io.Writer, value any, indent string) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := out.Write(tame(text.Bytes()))
	return err
}

// tame escapes the controls that JSON allows in a string and a terminal obeys
// (DEL and C1, as in ECMA-48); to a program the text stays the same.
func tame(text []byte) []byte {
	obeyed := func(r rune) bool { return r != '\n' && unicode.IsControl(r) }
	if !bytes.ContainsFunc(text, obeyed) {
		return text
	}
	var tamed bytes.Buffer
	for _, r := range string(text) {
		if obeyed(r) {
			fmt.Fprintf(&tamed, `\u%04x`, r)
		} else {
			tamed.WriteRune(r)
		}
	}
	return tamed.Bytes()
}
