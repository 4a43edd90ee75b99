package gate

import (
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func TestGateAdmits(t *testing.T) {
	for _, test := range []struct {
		open   bool
		effect domain.Effect
		admits bool
	}{
		{true, domain.Read, true}, {true, domain.Write, true}, {true, domain.Destructive, true},
		{false, domain.Read, true}, {false, domain.Write, false}, {false, domain.Destructive, false},
	} {
		err := New(test.open, "THE_SETTING=1").Admit(t.Context(), domain.Tool{Plugin: "p", ToolDescriptor: domain.ToolDescriptor{Name: "t", Effect: test.effect}})
		if (err == nil) != test.admits {
			t.Errorf("open %v, %s: %v", test.open, test.effect, err)
		}
		if err != nil && (fault.Of(err).Code != fault.GateClosed || err.Error() != "p.t is a "+string(test.effect)+" tool and writes are switched off; the operator can start the bridge with THE_SETTING=1") {
			t.Errorf("refused with %q", err)
		}
	}
}
