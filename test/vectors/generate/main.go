// Command generate writes the vectors that are every combination of something.
// What they expect is worked out from tables that are written after the
// contract, not after the domain. Run it in test/vectors: go run ./generate
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"mcpbridge/test/vectors"
)

func main() {
	for name, all := range subjects() {
		if err := os.WriteFile(name, format(all), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// subjects are the generated files, by name.
func subjects() map[string][]vectors.Vector {
	return map[string][]vectors.Vector{
		"effects.json":         effects(),
		"schema-keywords.json": keywords(),
		"schema-values.json":   values(),
		"outcomes.json":        outcomes(),
	}
}

// format writes a vector a line, so that a difference shows the vector.
func format(all []vectors.Vector) []byte {
	var b bytes.Buffer
	for i, v := range all {
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(v); err != nil {
			panic(err) // the vectors hold nothing that cannot be encoded
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}

// raw formats JSON text.
func raw(format string, args ...any) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(format, args...))
}

// accepted expects no more than acceptance.
func accepted() vectors.Expect { return vectors.Expect{Accepted: raw("true")} }

// refused expects one finding.
func refused(rule, at string) vectors.Expect { return vectors.Expect{Refused: rule, At: &at} }

// findings expects those places, or acceptance if there are none.
func findings(places []vectors.Place) vectors.Expect {
	if len(places) == 0 {
		return accepted()
	}
	return vectors.Expect{Findings: places}
}

// quote writes text as a JSON string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // no text fails
	}
	return string(quoted)
}
