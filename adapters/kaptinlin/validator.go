package kaptinlin

import (
	"fmt"

	"github.com/kaptinlin/jsonschema"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
)

var _ ports.SchemaValidator = (*Validator)(nil)

// Validator implements [ports.SchemaValidator]. It keeps the schemas that it
// compiled, within [MaxSchemas] and [MaxSchemaBytes]. It is safe for
// concurrent use.
type Validator struct {
	compiler *jsonschema.Compiler
	compiled *cache
}

// New makes a Validator with nothing compiled yet.
func New() *Validator {
	return &Validator{compiler: newCompiler(), compiled: newCache(MaxSchemas, MaxSchemaBytes)}
}

// Validate implements [ports.SchemaValidator]. An instance that breaks the
// schema in more than [MaxBroken] places is judged by the first of them in the
// document's order. The zero Schema accepts everything.
func (v *Validator) Validate(s schema.Schema, instance strictjson.Value) (findings fault.Findings, err error) {
	// Fence: the library panics on some schemas (a null subschema is one). None
	// of them can be parsed as a schema.Schema, but the next one that is found
	// must not end the process. What it says may quote the instance.
	defer func() {
		if cause := recover(); cause != nil {
			findings, err = nil, fmt.Errorf("the schema library panicked with a %T", cause)
		}
	}()
	if s.IsZero() {
		return nil, nil
	}
	root, err := v.compile(s)
	if err != nil {
		return nil, err
	}
	found := new(walk).value(root, instance, exact(instance))
	// Fence: the library takes 1e20 for an integer, as JSON Schema does; the
	// contract (section 5) does not.
	return append(found, s.CheckIntegers(instance)...).Sorted(), nil
}

func (v *Validator) compile(s schema.Schema) (*node, error) {
	key := keyOf(s)
	if root, ok := v.compiled.get(key); ok {
		return root, nil
	}
	root, err := builder{v.compiler, assertions()}.node(s.Root(), falseRoot())
	if err != nil {
		return nil, fmt.Errorf("compile the schema: %w", err)
	}
	v.compiled.add(key, root, len(s.Raw()))
	return root, nil
}
