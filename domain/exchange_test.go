package domain_test

import (
	"testing"

	"mcpbridge/domain"
)

func TestARefusalIsAboutWhoAsks(t *testing.T) {
	for status, want := range map[int]bool{0: false, 200: false, 400: false, 401: true, 402: false, 403: true, 404: false} {
		if got := (domain.Exchange{Status: status}).IsRefusal(); got != want {
			t.Errorf("HTTP %d: %v", status, got)
		}
	}
}

func TestHeadersAreFoundInAnyCaseAndTheFirstCounts(t *testing.T) {
	x := domain.Exchange{Headers: []domain.Header{{Name: "ALLOW", Value: ""}, {Name: "Date", Value: "one"}, {Name: "date", Value: "two"}}}
	for name, want := range map[string]struct {
		value string
		found bool
	}{"Allow": {"", true}, "DATE": {"one", true}, "Location": {"", false}} {
		if value, found := x.Header(name); value != want.value || found != want.found {
			t.Errorf("%s: %q, %v", name, value, found)
		}
	}
}
