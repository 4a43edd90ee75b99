package answer_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"mcpbridge/app/answer"
	"mcpbridge/domain"
)

func TestShownEntriesTellWhatIsStillToCome(t *testing.T) {
	settled := time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		entry domain.Entry
		part  string
	}{
		"a write under way": {domain.Entry{}, `"state":"open"`},
		"a finished call":   {domain.Entry{Conclusion: domain.Conclusion{Outcome: domain.Completed}}, `"state":"closed","outcome":"completed"`},
		"a settled write": {
			domain.Entry{Conclusion: domain.Conclusion{Outcome: domain.Unknown}, Settlement: domain.Settlement{SettledAt: settled, SettledBy: "ann", Note: "it is there"}},
			`"state":"closed","outcome":"unknown","settled_at":"2026-12-02T00:00:00Z","settled_by":"ann","note":"it is there"`,
		},
	} {
		text, err := json.Marshal(answer.OfEntry(test.entry))
		if err != nil || !strings.Contains(string(text), test.part) {
			t.Errorf("%s: got %s, %v", name, text, err)
		}
	}
}
