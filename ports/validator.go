package ports

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// SchemaValidator tests JSON values against schemas of the contract's subset.
// The use cases call it, also at the same time.
type SchemaValidator interface {
	// Validate returns every place where the instance breaks the schema, sorted
	// and bounded as [fault.Findings.Sorted] does; none if it holds. It decides
	// as JSON Schema 2020-12 does, with format asserted and with the contract's
	// own rules for integers and date-times (section 5). Findings carry the
	// instance's JSON pointers and the broken keyword as their rule; they never
	// quote the instance's values. An error means that the validator itself
	// failed, not the instance.
	Validate(s schema.Schema, instance strictjson.Value) (fault.Findings, error)
}
