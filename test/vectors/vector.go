// Package vectors holds the contract as test vectors, which are language
// neutral (README.md describes their form), and runs them through the public
// API of the domain.
package vectors

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
)

//go:embed *.json
var files embed.FS

// Vector is one input and what the contract says of it.
type Vector struct {
	Name      string          `json:"name"`
	Operation string          `json:"operation"`
	Section   string          `json:"section"`
	Input     json.RawMessage `json:"input"`
	Expect    Expect          `json:"expect"`
	Note      string          `json:"note,omitempty"`
}

// Expect is either an acceptance or a refusal.
type Expect struct {
	// Accepted is the normalised output, or true where there is none to compare.
	Accepted json.RawMessage `json:"accepted,omitempty"`
	// Refused is the rule that is broken, and by every finding of the answer.
	Refused string `json:"refused,omitempty"`
	// At is the JSON pointer of the only finding; nil leaves it open.
	At *string `json:"at,omitempty"`
	// Findings are all findings, in order, where there are several.
	Findings []Place `json:"findings,omitempty"`
}

// Place is a broken rule and where.
type Place struct {
	Rule string `json:"rule"`
	At   string `json:"at"`
}

// File is the vectors of one subject.
type File struct {
	Name    string
	Vectors []Vector
}

// Load reads all files, by name.
func Load() ([]File, error) {
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []File
	for _, entry := range names {
		data, err := files.ReadFile(path.Clean(entry.Name()))
		if err != nil {
			return nil, err
		}
		file := File{Name: entry.Name()}
		if err := json.Unmarshal(data, &file.Vectors); err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name(), err)
		}
		all = append(all, file)
	}
	return all, nil
}
