package domain_test

import (
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain"
)

// factsOf is what a person is shown of headers and arguments.
func factsOf(body string, headers ...domain.Header) []string {
	p := domain.Proposal{Target: domain.Target{Body: []byte(body), Headers: headers}}
	return p.Facts(func(text string) string { return strings.ReplaceAll(text, "hunter2", "[redacted]") })[5:]
}

func TestTheFactsOfAProposalAreBoundedAndSaySo(t *testing.T) {
	header := func(chars int) domain.Header {
		return domain.Header{Name: "X", Value: strings.Repeat("v", chars-len("X: "))}
	}
	body := func(chars int) string { return `"` + strings.Repeat("é", chars-2) + `"` }
	for _, test := range []struct {
		name      string
		got       []string
		beginning []string
	}{
		{"as long as shown", factsOf(body(domain.MaxShownArguments), header(domain.MaxShownHeader)), []string{"Header: X: v", "Arguments: \"é"}},
		{"a character longer", factsOf(body(domain.MaxShownArguments+1), header(domain.MaxShownHeader+1)), []string{
			"Header (the first 200 of 201 characters): X: v", "Arguments (the first 2000 of 2001 characters): \"é",
		}},
		{"a credential", factsOf(`"hunter2"`, domain.Header{Name: "X", Value: "hunter2"}), []string{"Header: X: [redacted]", `Arguments: "[redacted]"`}},
		{"marks", factsOf("\"\u202e\u200b\U000e0041\""), []string{`Arguments: "\u202e\u200b\udb40\udc41"`}},
		{"what is no JSON", factsOf("{\x1b"), []string{`Arguments: {\u001b`}},
		{"space between tokens", factsOf("{\n  \"a\" : [1.10,\r\n\t2 ],\n  \"b c\" : \" d \"\n}"), []string{`Arguments: {"a":[1.10,2],"b c":" d "}`}},
	} {
		if !slices.EqualFunc(test.got, test.beginning, strings.HasPrefix) {
			t.Errorf("%s: %q", test.name, test.got)
		}
	}
}
