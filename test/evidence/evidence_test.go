package evidence

import (
	"strings"
	"testing"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/domain"
)

// Each row is one thing that must never happen, so a comparison that lets it
// pass would let the bridge lose a record.
func TestCompareFindsEveryContradiction(t *testing.T) {
	body := []byte(`{"prefix":"10.0.0.0/24"}`)
	digest, err := Digest(body)
	if err != nil {
		t.Fatal(err)
	}
	entry := func(outcome domain.Outcome) []domain.Entry {
		return []domain.Entry{{ID: "1", Digest: digest, Conclusion: domain.Conclusion{Outcome: outcome}}}
	}
	happened := func(times int) []netboxdemo.Mutation {
		applied := make([]netboxdemo.Mutation, times)
		for i := range applied {
			applied[i].Body = body
		}
		return applied
	}
	for _, row := range []struct {
		name    string
		journal []domain.Entry
		applied int
		told    domain.Outcome
		want    string
	}{
		{name: "completed and applied", journal: entry(domain.Completed), applied: 1, told: domain.Completed},
		{name: "unknown and applied", journal: entry(domain.Unknown), applied: 1},
		{name: "unknown and not applied", journal: entry(domain.Unknown)},
		{name: "refused", journal: entry(domain.Refused), told: domain.Refused},
		{name: "applied twice", journal: entry(domain.Unknown), applied: 2, want: "it happened 2 times"},
		{name: "completed and not applied", journal: entry(domain.Completed), want: "it did not happen"},
		{name: "refused and applied", journal: entry(domain.Refused), applied: 1, want: "it happened"},
		{name: "left open", journal: entry(""), want: "nobody is there to close it"},
		{name: "no intent", applied: 1, want: "without an intent"},
		{name: "told otherwise", journal: entry(domain.Unknown), applied: 1, told: domain.Completed, want: `the journal has "unknown"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			var told Completed
			told.Add(Told{Outcome: row.told, Journal: "1"})
			unknown, err := Compare(row.journal, happened(row.applied), &told)
			switch {
			case row.want == "" && err != nil, row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
				t.Errorf("err = %v, want %q", err, row.want)
			}
			if isUnknown := len(row.journal) > 0 && row.journal[0].Outcome == domain.Unknown; (len(unknown) == 1) != isUnknown {
				t.Errorf("unknown = %v", unknown)
			}
		})
	}
}
