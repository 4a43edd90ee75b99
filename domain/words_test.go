package domain_test

import (
	"slices"
	"testing"

	"mcpbridge/domain"
)

// These words leave the process: in results, settings and the journal. They
// never change.
func TestWordsAreTheContracts(t *testing.T) {
	for name, test := range map[string]struct{ got, want []string }{
		"outcomes": {words(domain.Completed, domain.Previewed, domain.Refused, domain.Failed, domain.Unknown),
			[]string{"completed", "previewed", "refused", "failed", "unknown"}},
		"effects":         {words(domain.Read, domain.Write, domain.Destructive), []string{"read", "write", "destructive"}},
		"approvals":       {words(domain.ApprovalOff, domain.NotAsked, domain.Approved), []string{"off", "not asked", "approved"}},
		"approval modes":  {words(domain.AskNobody, domain.AskWhenSupported, domain.AskAlways), []string{"off", "when-supported", "required"}},
		"approval scopes": {words(domain.AskAboutWrites, domain.AskAboutDestructive), []string{"writes", "destructive"}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %q, want %q", name, test.got, test.want)
		}
	}
}

func words[T ~string](values ...T) []string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = string(value)
	}
	return texts
}
