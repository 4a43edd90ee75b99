package strictjson

import (
	"cmp"
	"slices"
	"strconv"
)

// Canonical is a text that two values share exactly when JSON Schema calls them
// equal: numbers by value (7 equals 7.0), objects without regard to the order
// of their members (contract section 5; JSON Schema Core section 4.2.2).
func (v Value) Canonical() string { return string(v.appendCanonical(nil)) }

func (v Value) appendCanonical(dst []byte) []byte {
	switch v.kind {
	case Number:
		d := ParseDecimal(v.text)
		if d.Negative {
			dst = append(dst, '-')
		}
		return strconv.AppendInt(append(append(dst, d.Digits...), 'e'), int64(d.Exponent), 10)
	case String:
		return strconv.AppendQuote(dst, v.text)
	case Array:
		dst = append(dst, '[')
		for _, item := range v.items {
			dst = append(item.appendCanonical(dst), ',')
		}
		return append(dst, ']')
	case Object:
		members := slices.SortedFunc(slices.Values(v.members), func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
		dst = append(dst, '{')
		for _, m := range members {
			dst = append(strconv.AppendQuote(dst, m.Name), ':')
			dst = append(m.Value.appendCanonical(dst), ',')
		}
		return append(dst, '}')
	default:
		return append(dst, v.raw...)
	}
}
