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

// Findings are the errors found in one document, all of them; a Fault takes
// [MaxFindings] of them.
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

// Sorted returns the findings that a caller sees: in the order of the document,
// without duplicates and at most [MaxFindings] of them. Every faulty part is
// there once before any is there twice, so that no author has to mend one tool
// to learn of the next.
func (fs Findings) Sorted() Findings {
	all := fs.ordered()
	before := make(map[Pointer]int)
	rank := make(map[Finding]int, len(all))
	for _, f := range all {
		rank[f] = before[f.Pointer.part()]
		before[f.Pointer.part()]++
	}
	fair := slices.SortedStableFunc(slices.Values(all), func(a, b Finding) int { return cmp.Compare(rank[a], rank[b]) })
	return Findings(fair[:min(len(fair), MaxFindings)]).ordered()
}

// Err returns all findings in order as an error; nil if there are none.
func (fs Findings) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs.ordered()
}

// Error lists the findings that [Findings.Sorted] chooses, one after the other,
// and tells first how many others there are and in which parts.
func (fs Findings) Error() string {
	shown := fs.Sorted()
	var texts []string
	if all := fs.ordered(); len(all) > len(shown) {
		texts = append(texts, fmt.Sprintf("%d faults, of which %d are shown%s", len(all), len(shown), all.elsewhere(shown)))
	}
	for _, f := range shown {
		texts = append(texts, fmt.Sprintf("at %s: %s", f.Pointer.Place(), f.Message))
	}
	return strings.Join(texts, "; ")
}

// maxElsewhere is how much of a message may go into naming further parts.
const maxElsewhere = 700

// elsewhere names the parts of which no finding is shown.
func (fs Findings) elsewhere(shown Findings) string {
	named := make(map[Pointer]bool)
	for _, f := range shown {
		named[f.Pointer.part()] = true
	}
	var others []string
	for _, f := range fs {
		if part := f.Pointer.part(); !named[part] {
			named[part] = true
			others = append(others, string(part))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return Clip(" (others are in "+strings.Join(others, ", "), maxElsewhere) + ")"
}

// ordered returns all findings in the order of the document, without duplicates.
func (fs Findings) ordered() Findings {
	return slices.Compact(slices.SortedFunc(slices.Values(fs), Finding.compare))
}

func (f Finding) compare(g Finding) int {
	if f.Offset != g.Offset {
		return cmp.Compare(f.Offset, g.Offset)
	}
	return cmp.Or(f.Pointer.Compare(g.Pointer), cmp.Compare(f.Rule, g.Rule), cmp.Compare(f.Message, g.Message))
}
