package domain_test

import (
	"testing"

	"mcpbridge/domain"
)

func TestAPolicySaysWhatAPersonIsAskedAbout(t *testing.T) {
	for _, test := range []struct {
		mode                     domain.ApprovalMode
		scope                    domain.ApprovalScope
		read, write, destructive bool
	}{
		{domain.AskNobody, domain.AskAboutWrites, false, false, false},
		{domain.AskNobody, domain.AskAboutDestructive, false, false, false},
		{domain.AskWhenSupported, domain.AskAboutWrites, false, true, true},
		{domain.AskWhenSupported, domain.AskAboutDestructive, false, false, true},
		{domain.AskAlways, domain.AskAboutWrites, false, true, true},
		{domain.AskAlways, domain.AskAboutDestructive, false, false, true},
	} {
		policy := domain.ApprovalPolicy{Mode: test.mode, Scope: test.scope}
		for effect, want := range map[domain.Effect]bool{domain.Read: test.read, domain.Write: test.write, domain.Destructive: test.destructive} {
			if policy.Asks(effect) != want {
				t.Errorf("%+v asks about %s: want %v", policy, effect, want)
			}
		}
	}
}
