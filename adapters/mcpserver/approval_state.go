package mcpserver

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"time"

	"mcpbridge/domain"
)

// statePurpose is authenticated with every state, so that nothing else sealed
// by the same key, or in another form, passes for one.
const statePurpose = "mcp-bridge approval 1"

// StateKey seals what clients keep for the bridge between two calls (AES-256).
type StateKey [32]byte

// NewStateKey makes a key for one process.
func NewStateKey() StateKey {
	var key StateKey
	_, _ = rand.Read(key[:]) // never fails: the runtime ends the process first
	return key
}

// ticket is what a question's state holds: which proposal the person saw, and
// until when one answer counts.
type ticket struct {
	Nonce    [16]byte
	Expires  int64 // Unix time in nanoseconds
	Proposal [sha256.Size]byte
}

func newTicket(proposal domain.Proposal, expires time.Time) ticket {
	t := ticket{Expires: expires.UnixNano(), Proposal: fingerprint(proposal)}
	_, _ = rand.Read(t.Nonce[:])
	return t
}

func (t ticket) nonce() string      { return hex.EncodeToString(t.Nonce[:]) }
func (t ticket) expires() time.Time { return time.Unix(0, t.Expires) }

// fingerprint is equal for two proposals only if the same caller would send the
// same request, byte by byte, for the same tool.
func fingerprint(p domain.Proposal) [sha256.Size]byte {
	parts := []string{
		p.Access.Principal, p.Access.Token.Reveal(),
		p.Tool.Plugin, p.Tool.Name, string(p.Tool.Effect),
		string(p.Target.Method), p.Target.Path, p.Target.Query, string(p.Target.Body), p.Acknowledges,
	}
	for _, h := range p.Target.Headers {
		parts = append(parts, h.Name, h.Value)
	}
	var all []byte
	for _, part := range parts {
		all = binary.BigEndian.AppendUint64(all, uint64(len(part))) // so that no two lists of parts read alike
		all = append(all, part...)
	}
	return sha256.Sum256(all)
}

// seal turns tickets into states that only a holder of the key can read or make.
type seal struct{ aead cipher.AEAD }

// newSeal panics on no key: every StateKey has a length that AES knows.
func newSeal(key StateKey) seal {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return seal{aead}
}

func (s seal) close(t ticket) string {
	plain, err := binary.Append(nil, binary.BigEndian, t)
	if err != nil {
		panic(err) // a ticket has a fixed size
	}
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, plain, []byte(statePurpose))) //nolint:gosec // the AEAD draws its own random nonce
}

// open returns false for everything that close did not make with the same key.
func (s seal) open(state string) (ticket, bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(state)
	if err != nil {
		return ticket{}, false
	}
	plain, err := s.aead.Open(nil, nil, sealed, []byte(statePurpose))
	if err != nil {
		return ticket{}, false
	}
	var t ticket
	n, err := binary.Decode(plain, binary.BigEndian, &t)
	return t, err == nil && n == len(plain)
}
