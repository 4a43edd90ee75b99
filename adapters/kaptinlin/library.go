package kaptinlin

import (
	"encoding/json"

	"github.com/kaptinlin/jsonschema"

	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// newCompiler sets up the library so that it keeps to the contract.
func newCompiler() *jsonschema.Compiler {
	compiler := jsonschema.NewCompiler()
	// Fence: the library fetches references over http and https by default. The
	// subset has no references; nothing may ever be fetched.
	clear(compiler.Loaders)
	// Fence: formats are annotations by default, and the library's own date-time
	// accepts offsets such as +1:00. Ours is registered with this compiler only.
	// No other format can occur in the subset.
	compiler.SetAssertFormat(true)
	compiler.RegisterFormat("date-time", isDateTime, "string")
	return compiler
}

func isDateTime(value any) bool {
	text, ok := value.(string)
	return ok && schema.IsDateTime(text)
}

// exact converts v to the types in which the library loses nothing.
//
// Fence: of all types for numbers only json.Number is exact there: a float64
// was rounded before, and a *big.Int passes for an object.
func exact(v strictjson.Value) any {
	switch v.Kind() {
	case strictjson.Bool:
		return v.Truth()
	case strictjson.Number:
		return json.Number(v.Text())
	case strictjson.String:
		return v.Text()
	case strictjson.Array:
		items := make([]any, len(v.Items()))
		for i, item := range v.Items() {
			items[i] = exact(item)
		}
		return items
	case strictjson.Object:
		members := make(map[string]any, len(v.Members()))
		for _, m := range v.Members() {
			members[m.Name] = exact(m.Value)
		}
		return members
	default:
		return nil
	}
}
