package authors

import (
	"bytes"
	"unicode/utf8"

	"mcpbridge/domain/fault"
)

// located gives every finding its line and column. The findings are in the
// order of the document, so that one pass over it is enough.
func located(text []byte, findings fault.Findings) []Finding {
	var all []Finding
	line, column, at := 1, 1, 0
	for _, f := range findings {
		passed := text[at:max(at, min(f.Offset, len(text)))]
		if lines := bytes.Count(passed, []byte{'\n'}); lines > 0 {
			line, column = line+lines, 1
			column += utf8.RuneCount(passed[bytes.LastIndexByte(passed, '\n')+1:])
		} else {
			column += utf8.RuneCount(passed)
		}
		at += len(passed)
		all = append(all, Finding{Finding: f, Line: line, Column: column, Remedy: Remedy(f.Rule)})
	}
	return all
}
