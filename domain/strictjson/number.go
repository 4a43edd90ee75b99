package strictjson

import (
	"math"
	"strconv"
	"strings"

	"mcpbridge/domain/fault"
)

// Limits of a number token (contract section 2). They guard all later
// arithmetic: within them no comparison or division can become expensive.
const (
	MaxNumberChars = 1024 // characters of the token
	MaxExponent    = 400  // magnitude of a written exponent
)

// checkNumber returns the rule that a number token breaks, if any.
func checkNumber(token string) (rule fault.Rule, message string) {
	if len(token) > MaxNumberChars {
		return fault.NumberTooLong, "a number has more than " + strconv.Itoa(MaxNumberChars) + " characters"
	}
	if IsIntegerForm(token) {
		return "", ""
	}
	_, exponent := splitExponent(token)
	value, err := strconv.ParseFloat(token, 64)
	if err != nil || math.IsInf(value, 0) || exponent > MaxExponent || exponent < -MaxExponent {
		return fault.NumberRange, "a number is out of the range of binary64"
	}
	return "", ""
}

// IsIntegerForm reports whether a number token is written as an integer, with
// neither fraction nor exponent. Such a number is exact at any size.
func IsIntegerForm(token string) bool { return !strings.ContainsAny(token, ".eE") }

// Decimal is the exact value of a number token: Digits × 10^Exponent. Digits
// has neither leading nor trailing zeros; zero has no Digits and no sign.
type Decimal struct {
	Negative bool
	Digits   string
	Exponent int
}

// ParseDecimal reads a number token. Tokens of equal value give equal Decimals,
// so 7, 7.0 and 70e-1 are one number (contract section 5).
func ParseDecimal(token string) Decimal {
	unsigned, negative := strings.CutPrefix(token, "-")
	mantissa, exponent := splitExponent(unsigned)
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return Decimal{}
	}
	return Decimal{Negative: negative, Digits: trimmed, Exponent: exponent + len(digits) - len(trimmed)}
}

// IsIntegral reports whether the value has no fraction.
func (d Decimal) IsIntegral() bool { return d.Exponent >= 0 }

// splitExponent separates a token's exponent. One that is too large to count
// is reported as just beyond [MaxExponent].
func splitExponent(token string) (mantissa string, exponent int) {
	at := strings.IndexAny(token, "eE")
	if at < 0 {
		return token, 0
	}
	exponent, err := strconv.Atoi(token[at+1:])
	if err != nil {
		exponent = MaxExponent + 1
	}
	return token[:at], exponent
}
