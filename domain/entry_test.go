package domain_test

import (
	"slices"
	"testing"
	"time"

	"mcpbridge/domain"
)

func TestOnlyAnUnknownWriteWithoutAWordIsUnsettled(t *testing.T) {
	for _, outcome := range []domain.Outcome{"", domain.Completed, domain.Previewed, domain.Refused, domain.Failed, domain.Unknown} {
		entry := domain.Entry{Conclusion: domain.Conclusion{Outcome: outcome}}
		if got, want := entry.IsUnsettled(), outcome == domain.Unknown; got != want {
			t.Errorf("outcome %q: unsettled is %t, want %t", outcome, got, want)
		}
		entry.SettledAt = time.Unix(1, 0)
		if entry.IsUnsettled() {
			t.Errorf("outcome %q: unsettled although settled", outcome)
		}
	}
}

func TestEqualArgumentsShareADigest(t *testing.T) {
	digest := func(text string) string {
		v, err := domain.ParseArguments([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return domain.ArgumentsDigest(v)
	}
	// The SHA-256 of "{}".
	if got, want := digest(""), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"; got != want {
		t.Errorf("no arguments have the digest %s, want %s", got, want)
	}
	if digest(`{"a":7,"b":[1]}`) != digest(` {"b":[1e0], "a":7.0}`) {
		t.Error("equal arguments have two digests")
	}
	if digest(`{"a":9007199254740993}`) == digest(`{"a":9007199254740992}`) {
		t.Error("different arguments share a digest")
	}
}

func TestHeaderNamesHoldNoValue(t *testing.T) {
	got := domain.HeaderNames([]domain.Header{{Name: "X-B", Value: "hunter2"}, {Name: "X-A", Value: ""}})
	if !slices.Equal(got, []string{"X-B", "X-A"}) {
		t.Errorf("HeaderNames() = %v", got)
	}
}

func TestIDsOfEntriesAreUUIDs(t *testing.T) {
	for text, want := range map[string]bool{
		"01938e5c-7a10-7c3b-8f7e-0123456789ab": true, "": false, "nope": false, "01938E5C-7A10-7C3B-8F7E-0123456789AB": false,
		"01938e5c-7a10-7c3b-8f7e-0123456789a": false, "01938e5c-7a10-7c3b-8f7e-0123456789abc": false, "01938e5c7a107c3b8f7e0123456789ab": false,
		"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx": false, "01938e5c-7a10-7c3b-8f7e-0123456789ag": false,
	} {
		if domain.IsEntryID(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
