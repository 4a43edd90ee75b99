package contract

import (
	"context"
	"encoding/json"

	"mcpbridge/domain"
	"mcpbridge/domain/strictjson"
)

// readsAsSound reports broken arguments that the view cannot see to be broken: in a
// query, a value in place of an array is an array of one.
func (r *run) readsAsSound(ctx context.Context, tool domain.Tool, arguments []byte) bool {
	parsed, err := domain.ParseArguments(arguments)
	if err != nil || !tool.Method.IsRead() {
		return false
	}
	read := map[string]any{}
	for _, m := range parsed.Members() {
		read[m.Name] = json.RawMessage(m.Value.Raw())
		if tool.Input.Root().Get("properties").Get(m.Name).Get("items").Is(strictjson.Absent) || m.Value.Is(strictjson.Array) {
			continue
		}
		read[m.Name] = []any{read[m.Name]}
	}
	text, err := json.Marshal(read)
	return err == nil && r.keeps(ctx, tool, text) == nil
}
