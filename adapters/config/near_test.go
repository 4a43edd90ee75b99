package config_test

import (
	"slices"
	"strings"
	"testing"

	"mcpbridge/adapters/config"
)

func TestTheNearestWordsAreFound(t *testing.T) {
	known := strings.Fields("doctor tools show call lint diff token-file token-key token-secret-file token-b log-level log-format Demo go shot")
	for word, want := range map[string]string{
		"tols":        "tools",     // one left out
		"toools":      "tools",     // one too many
		"tolls":       "tools",     // another in its place
		"tosol":       "tools",     // two others
		"docotr":      "doctor",    // two in each other's place
		"lnt":         "lint",      // a short word, one edit
		"ln":          "",          // a short word, two edits
		"lont":        "lint",      // and not what is two edits away
		"dmo":         "Demo",      // whatever its case
		"DMO":         "Demo",      //
		"shaw":        "show",      //
		"log-lvl":     "log-level", //
		"log-f":       "log-format",
		"log":         "log-level log-format",
		"token":       "token-b",
		"token-":      "token-b",
		"tok":         "token-file token-key token-secret-file", // no more than three
		"t":           "",                                       // a letter begins too many words
		"do":          "go",
		"di":          "diff",
		"ago":         "go",        // the first one too many
		"sho":         "show shot", // all that are as near
		"logs":        "",
		"nbt_abc.def": "",
		"":            "",
		"dixx":        "diff",
		"dxxx":        "",
	} {
		if got := config.Near(word, known); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
