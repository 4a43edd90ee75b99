package sharedtoken

import (
	"crypto/rand"
	"encoding/hex"

	"mcpbridge/domain"
)

// tokenBytes are beyond all guessing, so that a fast digest is enough.
const tokenBytes = 32

// Generate makes a token to hand out: 64 hexadecimal digits of chance.
func Generate() domain.Secret {
	token := make([]byte, tokenBytes)
	rand.Read(token) // never fails: crypto/rand
	return domain.NewSecret(hex.EncodeToString(token))
}
