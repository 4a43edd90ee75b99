// Package gate is the operator's switch for writes, set once at the start by a
// flag or an environment variable.
package gate

import (
	"context"
	"fmt"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Switch is a gate that is open or closed for as long as the process lives.
type Switch struct {
	open    bool
	howOpen string
}

var _ ports.MutationGate = (*Switch)(nil)

// New makes the switch. howOpen tells the operator, in the words of the
// settings, how to open it; a refusal repeats it.
func New(open bool, howOpen string) *Switch { return &Switch{open: open, howOpen: howOpen} }

// Admit lets everything pass through an open gate, and reads through a closed one.
func (s *Switch) Admit(_ context.Context, tool domain.Tool) error {
	if s.open || tool.Effect == domain.Read {
		return nil
	}
	return fault.New(fault.GateClosed, fmt.Sprintf("%s is a %s tool and writes are switched off; the operator can start the bridge with %s", tool.QualifiedName(), tool.Effect, s.howOpen))
}
