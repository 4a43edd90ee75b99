package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"mcpbridge/domain"
)

// Pseudonym names the bearer of a credential whose owner is not known, such as
// caller-1a2b3c4d5e6f. The key must be secret and random: without it nobody can
// test whether a guessed credential belongs to the name.
func Pseudonym(key []byte, credential domain.Secret) string {
	sum := keyed(key, credential)
	return "caller-" + hex.EncodeToString(sum[:6])
}

// Fingerprint tells credentials apart without holding one.
type Fingerprint [sha256.Size]byte

// NewFingerprint makes the fingerprint under a secret and random key.
func NewFingerprint(key []byte, credential domain.Secret) Fingerprint {
	return keyed(key, credential)
}

func keyed(key []byte, credential domain.Secret) [sha256.Size]byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(credential.Reveal()))
	return [sha256.Size]byte(mac.Sum(nil))
}
