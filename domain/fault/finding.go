package fault

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxFindings is how many findings one Fault reports (contract section 2).
const MaxFindings = 10

// Finding is one place in a document that breaks one rule.
type Finding struct {
	// Pointer is the JSON pointer (RFC 6901) of the place; "" is the document.
	Pointer Pointer
	// Rule names the broken rule; it is stable (docs/errors.md).
	Rule Rule
	// Message says what is wrong and what is expected.
	Message string
	// Offset is the byte offset of the place in the document, 0 if unknown.
	Offset int
}

// Findings are errors found in one document.
type Findings []Finding

// Find makes a single finding.
func Find(at Pointer, rule Rule, format string, args ...any) Finding {
	return Finding{Pointer: at, Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// At returns the finding with its byte offset set.
func (f Finding) At(offset int) Finding {
	f.Offset = offset
	return f
}

// Below returns the findings with every pointer moved below at.
func (fs Findings) Below(at Pointer) Findings {
	moved := make(Findings, len(fs))
	for i, f := range fs {
		f.Pointer = at + f.Pointer
		moved[i] = f
	}
	return moved
}

// Sorted returns the findings in a fixed order (pointer, rule, message),
// without duplicates and at most [MaxFindings] of them.
func (fs Findings) Sorted() Findings {
	sorted := slices.Clone(fs)
	slices.SortFunc(sorted, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	sorted = slices.Compact(sorted)
	return sorted[:min(len(sorted), MaxFindings)]
}

// Err returns the findings, sorted and bounded, as an error; nil if there are none.
func (fs Findings) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs.Sorted()
}

// Error lists the findings, one after the other.
func (fs Findings) Error() string {
	texts := make([]string, len(fs))
	for i, f := range fs {
		texts[i] = fmt.Sprintf("at %s: %s", f.Pointer.Place(), f.Message)
	}
	return strings.Join(texts, "; ")
}
