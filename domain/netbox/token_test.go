package netbox

import (
	"strings"
	"testing"

	"mcpbridge/domain"
)

func TestATokensVersionShowsInItsShape(t *testing.T) {
	digits := strings.Repeat("0123456789", 4)
	for token, want := range map[string]TokenVersion{
		digits:                     V1,
		strings.Repeat("Abcde", 8): V1,
		"nbt_abcDEF123.s3cr3t":     V2,
		digits[1:]:                 NeitherForm,
		digits + "0":               NeitherForm,
		"g" + digits[1:]:           NeitherForm,
		"nbt_keyWithoutSecret":     NeitherForm,
		"nbt_.secret":              NeitherForm,
		"nbt_key.":                 NeitherForm,
		"nbt_key.secret.more":      NeitherForm,
		"xnbt_key.secret":          NeitherForm,
		digits + "\n":              NeitherForm,
		"":                         NeitherForm,
	} {
		if got := VersionOf(domain.NewSecret(token)); got != want {
			t.Errorf("%q: got %q, want %q", token, got, want)
		}
	}
}
