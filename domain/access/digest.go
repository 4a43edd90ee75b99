package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"

	"mcpbridge/domain"
)

// Digest recognises a token without holding it: a SHA-256 of a token of high
// entropy (sha256: and 64 hexadecimal digits), or an argon2id digest in the PHC
// string format ($argon2id$v=19$m=65536,t=3,p=4$salt$sum). Its fields are not
// secret, but a token of low entropy could be guessed from the first kind.
type Digest struct {
	sum  []byte
	salt []byte // of an argon2id digest; nil for SHA-256
	cost argonCost
}

type argonCost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// The largest costs of an argon2id digest, so that a file cannot make one check
// take the machine: 64 MiB and ten passes.
const (
	maxArgonMemory  = 64 << 10
	maxArgonPasses  = 10
	maxArgonThreads = 8
	minArgonSum     = 16
	maxArgonField   = 64
)

var errDigest = errors.New("a digest is sha256: with 64 hexadecimal digits, or $argon2id$v=19$m=..,t=..,p=..$salt$sum within 64 MiB and 10 passes")

// ParseDigest reads either form. Its error does not repeat the text.
func ParseDigest(text string) (Digest, error) {
	if digits, isSHA := strings.CutPrefix(text, "sha256:"); isSHA {
		sum, err := hex.DecodeString(digits)
		if err != nil || len(sum) != sha256.Size {
			return Digest{}, errDigest
		}
		return Digest{sum: sum}, nil
	}
	return parseArgon(text)
}

func parseArgon(text string) (Digest, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return Digest{}, errDigest
	}
	cost, err := parseCost(parts[3])
	salt, saltErr := parseBase64(parts[4])
	sum, sumErr := parseBase64(parts[5])
	sane := len(salt) >= 8 && len(salt) <= maxArgonField && len(sum) >= minArgonSum && len(sum) <= maxArgonField
	if err != nil || saltErr != nil || sumErr != nil || !sane {
		return Digest{}, errDigest
	}
	return Digest{sum: sum, salt: salt, cost: cost}, nil
}

// parseBase64 refuses the line ends that encoding/base64 would skip.
func parseBase64(text string) ([]byte, error) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, errDigest
	}
	return base64.RawStdEncoding.Strict().DecodeString(text)
}

// parseCost reads m=..,t=..,p=.., in this order, as the PHC format demands.
func parseCost(text string) (argonCost, error) {
	var figures [3]uint64
	fields := strings.Split(text, ",")
	if len(fields) != len(figures) {
		return argonCost{}, errDigest
	}
	for i, limit := range []struct {
		name string
		most uint64
	}{{"m=", maxArgonMemory}, {"t=", maxArgonPasses}, {"p=", maxArgonThreads}} {
		digits, named := strings.CutPrefix(fields[i], limit.name)
		figure, err := strconv.ParseUint(digits, 10, 32)
		if err != nil || !named || figure < 1 || figure > limit.most {
			return argonCost{}, errDigest
		}
		figures[i] = figure
	}
	return argonCost{memory: uint32(figures[0]), passes: uint32(figures[1]), threads: uint8(figures[2])}, nil //nolint:gosec // each is within its limit
}

// Text is the form that [ParseDigest] reads.
func (d Digest) Text() string {
	if !d.IsSlow() {
		return "sha256:" + hex.EncodeToString(d.sum)
	}
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, d.cost.memory, d.cost.passes, d.cost.threads, encode(d.salt), encode(d.sum))
}

// Kind is the name of the digest: sha256 or argon2id.
func (d Digest) Kind() string {
	if d.IsSlow() {
		return "argon2id"
	}
	return "sha256"
}

// ID tells the digests of one caller apart: the first 8 hexadecimal digits of
// the sum. A token of high entropy cannot be found by them.
func (d Digest) ID() string { return hex.EncodeToString(d.sum[:4]) }

// IsDigestID reports whether a text has the form of a [Digest.ID].
func IsDigestID(text string) bool {
	return len(text) == 8 && strings.Trim(text, "0123456789abcdef") == ""
}

// IsSlow reports whether a check takes memory and time on purpose.
func (d Digest) IsSlow() bool { return d.salt != nil }

// Matches reports whether the token is the one that was digested. The time that
// it takes does not depend on where two digests differ.
func (d Digest) Matches(token domain.Secret) bool {
	if !d.IsSlow() {
		return d.equals(DigestOf(token))
	}
	sum := argon2.IDKey([]byte(token.Reveal()), d.salt, d.cost.passes, d.cost.memory, d.cost.threads, uint32(len(d.sum))) //nolint:gosec // at most maxArgonField
	return d.equals(Digest{sum: sum})
}

func (d Digest) equals(other Digest) bool { return subtle.ConstantTimeCompare(d.sum, other.sum) == 1 }

// DigestOf is the SHA-256 digest of a token.
func DigestOf(token domain.Secret) Digest {
	sum := sha256.Sum256([]byte(token.Reveal()))
	return Digest{sum: sum[:]}
}
