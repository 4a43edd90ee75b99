package santhosh

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"mcpbridge/domain/fault"
)

// unsafeIntegers is the contract's rule for integers with a fraction or an
// exponent (section 5), by math/big.
func unsafeIntegers(document, value any) fault.Findings {
	var findings fault.Findings
	visit("", document, value, func(at fault.Pointer, keywords map[string]any, value any) {
		number, ok := value.(json.Number)
		if ok && onlyIntegers(keywords["type"]) && isUnsafe(number.String()) {
			findings = append(findings, fault.Finding{Pointer: at, Rule: fault.IntegerForm})
		}
	})
	return findings
}

func onlyIntegers(declared any) bool {
	types, ok := declared.([]any)
	if !ok {
		types = []any{declared}
	}
	return slices.Contains(types, any("integer")) && !slices.Contains(types, any("number"))
}

func isUnsafe(token string) bool {
	value, ok := new(big.Rat).SetString(token)
	limit := new(big.Rat).SetInt64(1 << 53)
	return ok && strings.ContainsAny(token, ".eE") && value.IsInt() && value.Abs(value).Cmp(limit) >= 0
}
