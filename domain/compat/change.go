package compat

import "mcpbridge/domain/fault"

// Kind is what sort of change it is.
type Kind string

// The kinds of changes.
const (
	Added    Kind = "added"
	Removed  Kind = "removed"
	Narrowed Kind = "narrowed" // fewer values than before
	Widened  Kind = "widened"  // more values than before
	Replaced Kind = "replaced" // other values than before, some gone and some new
	Effect   Kind = "effect"
	Request  Kind = "request" // method or path, which a caller never names
	Hint     Kind = "hint"
	Text     Kind = "text"
)

// Change is one difference between two manifests.
type Change struct {
	Tool     string        // "" is about the plugin
	Pointer  fault.Pointer // of the place in the tool's descriptor
	Kind     Kind
	Breaking bool
	Message  string
}
