package fault

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxName is the longest name that is shown as it is, in characters; it is
// also the longest name of a problem (contract section 2).
const MaxName = 64

// Pointer is a JSON pointer (RFC 6901). Member names that are too long or not
// printable are shown by their length only, since a name may be hostile.
type Pointer string

// Member points to the member of that name.
func (p Pointer) Member(name string) Pointer {
	token := strings.ReplaceAll(ShownName(name), "~", "~0")
	return p + Pointer("/"+strings.ReplaceAll(token, "/", "~1"))
}

// Index points to the element at i.
func (p Pointer) Index(i int) Pointer { return p + Pointer("/"+strconv.Itoa(i)) }

// Compare orders pointers token by token; indexes stand first and by their
// number, so that /tools/2 comes before /tools/10.
func (p Pointer) Compare(q Pointer) int {
	return slices.CompareFunc(strings.Split(string(p), "/"), strings.Split(string(q), "/"), func(a, b string) int {
		return cmp.Or(cmp.Compare(index(a), index(b)), cmp.Compare(a, b))
	})
}

// index is the number that a token is; a token that is none comes after all.
func index(token string) int {
	if i, err := strconv.Atoi(token); err == nil {
		return i
	}
	return math.MaxInt
}

// part is the part of a document that the place is in: a member, or one element
// of a member, such as /tools/3.
func (p Pointer) part() Pointer {
	tokens := strings.SplitN(string(p), "/", 4)
	return Pointer(strings.Join(tokens[:min(len(tokens), 3)], "/"))
}

// Place is the pointer as a reader sees it: the top has a name, too.
func (p Pointer) Place() string {
	if p == "" {
		return "the top"
	}
	return string(p)
}

// ShownName returns name if it is safe to show: at most [MaxName] printable
// characters of ASCII. Otherwise it tells only the length.
func ShownName(name string) string {
	if len(name) > MaxName || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		return HiddenName(name)
	}
	return name
}

// HiddenName stands for a name that must not be shown, and tells its length.
func HiddenName(name string) string {
	return fmt.Sprintf("(a name of %d characters)", utf8.RuneCountInString(name))
}
