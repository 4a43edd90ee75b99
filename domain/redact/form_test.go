package redact

import (
	"strings"
	"testing"
)

// FuzzAGlanceMissesNothing proves that no text is passed over in which a form's
// pattern would find something.
func FuzzAGlanceMissesNothing(f *testing.F) {
	for _, text := range []string{
		"Bearer abcdef", "token\tabcdef", "basic\nabcdef", "digest\fabcdef", "DIGEST\rabcdef", "Bearer%20abcdef",
		"nbt_a", strings.Repeat("0", 40), "eyJ.a.", "://a@", "password=a", "csrf:a", "token\u00a0abcdef", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, form := range forms() {
			if !form.possible(text) && form.pattern.MatchString(text) {
				t.Errorf("%q is passed over, where %s finds something", text, form.pattern)
			}
		}
	})
}
