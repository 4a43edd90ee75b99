package fault

import (
	"fmt"
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
	return p + Pointer("/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(ShownName(name)))
}

// Index points to the element at i.
func (p Pointer) Index(i int) Pointer { return p + Pointer("/"+strconv.Itoa(i)) }

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
		return fmt.Sprintf("(a name of %d characters)", utf8.RuneCountInString(name))
	}
	return name
}
