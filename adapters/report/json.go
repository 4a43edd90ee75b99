package report

import (
	"encoding/json"
	"io"
)

// JSON writes a value for programs, with two spaces of indentation. Numbers of
// foreign JSON keep their tokens.
func JSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
