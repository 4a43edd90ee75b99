package schema

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Limits of one schema (contract section 2), inclusive.
const (
	MaxBytes = 64 << 10
	MaxDepth = 16
	MaxNodes = 2048
)

// Schema is a schema that keeps every rule of the contract. The zero Schema
// stands for "no schema given".
type Schema struct{ root strictjson.Value }

// Role is what a schema is for; it decides which further rules apply.
type Role int

// The roles of a schema (contract section 4).
const (
	Output     Role = iota // any type
	BodyInput              // arguments sent as a JSON body: a closed object
	QueryInput             // arguments sent as a query: a closed object of scalars
)

// Parse checks v as a schema for the role. Its error is a [fault.Findings]
// whose pointers are relative to v.
func Parse(v strictjson.Value, role Role) (Schema, error) {
	if findings := checkSize(v); len(findings) > 0 {
		return Schema{}, findings.Err()
	}
	findings := checkSubschema(v)
	if role != Output {
		findings = append(findings, checkInput(v, role)...)
	}
	if err := findings.Err(); err != nil {
		return Schema{}, err
	}
	return Schema{root: v}, nil
}

// IsZero reports whether no schema was given.
func (s Schema) IsZero() bool { return s.root.Is(strictjson.Absent) }

// Root is the schema as a JSON value: an object or a boolean.
func (s Schema) Root() strictjson.Value { return s.root }

// Raw is the schema exactly as its author wrote it.
func (s Schema) Raw() []byte { return s.root.Raw() }

func checkSize(v strictjson.Value) fault.Findings {
	switch {
	case len(v.Raw()) > MaxBytes:
		return fault.Findings{fault.Find("", fault.SchemaTooLarge, "the schema has %d bytes, more than %d", len(v.Raw()), MaxBytes).At(v.Offset())}
	case v.Depth() > MaxDepth:
		return fault.Findings{fault.Find("", fault.SchemaTooDeep, "the schema is nested deeper than %d", MaxDepth).At(v.Offset())}
	case v.Nodes() > MaxNodes:
		return fault.Findings{fault.Find("", fault.SchemaTooManyNode, "the schema has more than %d values", MaxNodes).At(v.Offset())}
	}
	return nil
}
