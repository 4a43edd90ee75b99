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
