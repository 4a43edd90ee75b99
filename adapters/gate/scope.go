package gate

import (
	"context"
	"fmt"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Scoped is a gate that asks first whether the caller was granted the right to
// write, and then the gate behind it.
type Scoped struct{ Behind ports.MutationGate }

var _ ports.MutationGate = Scoped{}

// Admit refuses with code scope_missing what the caller may not do.
func (s Scoped) Admit(ctx context.Context, tool domain.Tool) error {
	if tool.Effect != domain.Read && !app.Allows(ctx, access.Write) {
		return fault.New(fault.ScopeMissing, fmt.Sprintf("%s is a %s tool and the caller's access token does not grant %s", tool.QualifiedName(), tool.Effect, access.Write))
	}
	return s.Behind.Admit(ctx, tool)
}
