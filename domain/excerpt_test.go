package domain_test

import (
	"strings"
	"testing"

	"mcpbridge/domain"
)

func TestExcerpt(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", `{"name":["taken"]}`, `{"name":["taken"]}`},
		{"line breaks and tabs stay", "a\n\tb", "a\n\tb"},
		{"other controls do not", "a\x00\x1b[31m\r\x7f\u0085b", "a\ufffd\ufffd[31m\ufffd\ufffd\ufffdb"},
		{"bytes that are not UTF-8", "a\xffb", "a\ufffdb"},
		{"2,000 characters", strings.Repeat("é", 2000), strings.Repeat("é", 2000)},
		{"2,001 characters", strings.Repeat("é", 2001), strings.Repeat("é", 1999) + "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := domain.Excerpt(tt.text); got != tt.want {
				t.Errorf("Excerpt() = %.60q, want %.60q", got, tt.want)
			}
		})
	}
}

func TestExcerptSourceIsBoundedAndHalvesNoWord(t *testing.T) {
	const most = 16 << 10
	filler := strings.Repeat("ab ", most/3)
	tests := []struct{ name, body, want string }{
		{"short", "a token abc", "a token abc"},
		{"exactly the most", strings.Repeat("x", most), strings.Repeat("x", most)},
		{"one byte more, of one word", strings.Repeat("x", most+1), ""},
		{"a credential across the end", filler + "nbt_key.secret+/=", filler},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := domain.ExcerptSource([]byte(tt.body)); got != tt.want {
				t.Errorf("%d bytes, want %d", len(got), len(tt.want))
			}
		})
	}
}
