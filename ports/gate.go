package ports

import (
	"context"

	"mcpbridge/domain"
)

// MutationGate is the operator's switch for everything that is not a read
// (contract section 6).
type MutationGate interface {
	// Admit returns nil if the operator lets the tool be called, otherwise a
	// [fault.Fault] with code gate_closed that says how to open the gate.
	Admit(ctx context.Context, tool domain.Tool) error
}
