package config

import (
	"encoding/base64"
	"encoding/hex"

	"mcpbridge/domain"
)

// stateKeyBytes is the length of a state key.
const stateKeyBytes = 32

func parseApprovalMode(text string) (domain.ApprovalMode, error) {
	return oneOf(text, domain.AskNobody, domain.AskWhenSupported, domain.AskAlways)
}

func parseApprovalScope(text string) (domain.ApprovalScope, error) {
	return oneOf(text, domain.AskAboutWrites, domain.AskAboutDestructive)
}

// parseStateKey reads 32 bytes as `openssl rand` writes them: in hexadecimal
// or in base64. Their lengths differ, so no text can be both.
func parseStateKey(text string) (domain.Secret, error) {
	for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.StdEncoding.DecodeString} {
		if key, err := decode(text); err == nil && len(key) == stateKeyBytes {
			return domain.NewSecret(string(key)), nil
		}
	}
	return domain.Secret{}, errForm
}
