package pages_test

import (
	"testing"

	"mcpbridge/test/pages"
)

func TestWhatAPageShows(t *testing.T) {
	for name, test := range map[string]struct {
		want, output string
		shown        bool
	}{
		"the same":              {"a\nb\n", "a\nb\n", true},
		"nothing":               {"", "", true},
		"space around":          {"\na\n\n", "a\n", true},
		"an ellipsis":           {"a\n…\nd", "a\nb\nc\nd", true},
		"an ellipsis at an end": {"a…", "a and more", true},
		"more than is shown":    {"a", "a\nb", false},
		"less than is shown":    {"a\nb", "a", false},
		"a pattern is a text":   {"a.c", "abc", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (pages.Step{Want: test.want}).IsShown(test.output); got != test.shown {
				t.Errorf("shown: %t", got)
			}
		})
	}
}

func TestStepsOfATranscript(t *testing.T) {
	got := pages.Block{Language: "console", Text: "$ one\nsays\nmuch\n$ two\n$ three\nends\n"}.Steps()
	want := []pages.Step{{"one", "says\nmuch"}, {"two", ""}, {"three", "ends\n"}}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}
