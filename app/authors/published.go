package authors

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"mcpbridge/domain"
	"mcpbridge/domain/schema"
)

//go:embed schemas/*.json
var schemas embed.FS

// Schema is the JSON Schema of a kind of document, for editors and validators.
// It refuses most of what [Linter] finds, and nothing that is sound.
func Schema(kind Kind) (string, error) {
	text, err := template.ParseFS(schemas, "schemas/"+string(kind)+".schema.json")
	if err != nil {
		return "", fmt.Errorf("read the schema: %w", err)
	}
	var out strings.Builder
	if err := text.Execute(&out, figures()); err != nil {
		return "", fmt.Errorf("write the schema: %w", err)
	}
	return out.String(), nil
}

// figures are the contract's, so that no schema has one of its own.
func figures() map[string]any {
	return map[string]any{
		"MaxTools":            domain.MaxTools,
		"MaxTitleChars":       domain.MaxTitleChars,
		"MaxDescriptionChars": domain.MaxDescriptionChars,
		"MaxLinkChars":        domain.MaxLinkChars,
		"MinPathChars":        domain.MinPathChars,
		"MaxPathChars":        domain.MaxPathChars,
		"Methods":             list(domain.Methods()),
		"Types":               list(schema.Types()),
	}
}

// list writes names as a JSON array.
func list[T ~string](names []T) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		text, _ := json.Marshal(name) // a string always has a JSON form
		quoted[i] = string(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
