package config

import (
	"encoding/json"

	"mcpbridge/domain/strictjson"
)

// Schema is the JSON Schema of the profile file, made from the table of
// settings.
func Schema() ([]byte, error) {
	kinds := map[strictjson.Kind]string{strictjson.Bool: "boolean", strictjson.Number: "number", strictjson.String: "string"}
	members := map[string]any{
		"token_version": map[string]any{"enum": []any{"v1", "v2", nil}, "description": "The form of the token; v2 unless it says v1"},
	}
	for _, row := range all() {
		if row.profile.name != "" {
			members[row.profile.name] = map[string]any{"type": []string{kinds[row.profile.kind], "null"}, "description": row.help}
		}
	}
	profile := map[string]any{"type": "object", "properties": members}
	return json.MarshalIndent(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "Profile file",
		"description": "Profiles by name. A file without the member profiles is itself the profile default. " +
			"Further members belong to other programs.",
		"type":       "object",
		"properties": map[string]any{"profiles": map[string]any{"type": "object", "additionalProperties": profile}},
		"if":         map[string]any{"required": []string{"profiles"}},
		"else":       profile,
	}, "", "  ")
}
