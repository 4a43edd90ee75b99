package gate

import (
	"context"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/domain/fault"
)

func TestOnlyWritersPassTheScopedGate(t *testing.T) {
	as := func(scopes string) context.Context {
		return app.WithIdentity(t.Context(), access.Identity{Principal: "p", Scopes: access.ParseScopes(scopes)}, nil)
	}
	for name, test := range map[string]struct {
		ctx    context.Context
		open   bool
		effect domain.Effect
		want   fault.Code
	}{
		"a reader reads":                       {as("bridge:read"), true, domain.Read, ""},
		"a reader does not write":              {as("bridge:read"), true, domain.Write, fault.ScopeMissing},
		"a reader does not delete":             {as("bridge:read other:write"), true, domain.Destructive, fault.ScopeMissing},
		"a caller with nothing does not write": {as(""), true, domain.Write, fault.ScopeMissing},
		"a writer writes":                      {as("bridge:write"), true, domain.Write, ""},
		"an administrator writes":              {as("bridge:admin"), true, domain.Destructive, ""},
		"a writer meets the closed gate":       {as("bridge:write"), false, domain.Write, fault.GateClosed},
		"nobody was authenticated":             {t.Context(), true, domain.Write, ""},
	} {
		err := Scoped{Behind: New(test.open, "X")}.Admit(test.ctx, domain.Tool{Plugin: "p", ToolDescriptor: domain.ToolDescriptor{Name: "t", Effect: test.effect}})
		var got fault.Code
		if err != nil {
			got = fault.Of(err).Code
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
