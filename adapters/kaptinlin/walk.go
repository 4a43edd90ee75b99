package kaptinlin

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// MaxBroken is after how many broken places the walk ends.
//
// Fence: for every broken assertion the library writes a text, which for a
// number of the contract's limits takes it up to a millisecond.
const MaxBroken = 64

// walk goes through one instance along one schema. The values' findings have
// pointers relative to the value, so places that hold cost no pointers.
type walk struct{ broken int }

// value checks v, whose exact form is plain, and everything below it.
func (w *walk) value(n *node, v strictjson.Value, plain any) fault.Findings {
	if n == nil || w.broken >= MaxBroken {
		return nil
	}
	findings := located(n.judge(v.Kind(), plain, n.choices.has(v)), v)
	if len(findings) > 0 {
		w.broken++
	}
	switch plain := plain.(type) {
	case []any:
		return append(findings, w.elements(n, v, plain)...)
	case map[string]any:
		return append(findings, w.members(n, v, plain)...)
	default:
		return findings
	}
}

func (w *walk) elements(n *node, v strictjson.Value, plain []any) fault.Findings {
	var findings fault.Findings
	for i, item := range v.Items() {
		if below := w.value(n.items, item, plain[i]); len(below) > 0 {
			findings = append(findings, below.Below(fault.Pointer("").Index(i))...)
		}
	}
	return findings
}

func (w *walk) members(n *node, v strictjson.Value, plain map[string]any) fault.Findings {
	var findings fault.Findings
	for _, m := range v.Members() {
		below := w.value(n.below(m.Name), m.Value, plain[m.Name])
		if below = append(below, located(w.name(n.names, m.Name), m.Value)...); len(below) > 0 {
			findings = append(findings, below.Below(fault.Pointer("").Member(m.Name))...)
		}
	}
	return findings
}

// name checks a member's name. Whatever is wrong with it is one finding of
// propertyNames at the member: the keyword that the name breaks would be taken
// for one that the member's value breaks.
func (w *walk) name(n *node, name string) fault.Findings {
	if n == nil || w.broken >= MaxBroken {
		return nil
	}
	findings := n.judge(strictjson.String, name, n.choices.hasText(name)).Sorted()
	if len(findings) == 0 {
		return nil
	}
	w.broken++
	if first := findings[0]; first.Rule != "propertyNames" {
		return fault.Findings{fault.Find("", "propertyNames", "the member's name is wrong: %s", first.Message)}
	}
	return findings
}

// located sets the offset of findings at v, which puts them in the document's
// order.
func located(findings fault.Findings, v strictjson.Value) fault.Findings {
	for i := range findings {
		findings[i] = findings[i].At(v.Offset())
	}
	return findings
}

// judge checks one value without those below it; chosen tells whether the enum
// has it.
func (n *node) judge(kind strictjson.Kind, plain any, chosen bool) fault.Findings {
	if n.refusal != nil {
		return fault.Findings{*n.refusal}
	}
	var findings fault.Findings
	if !chosen {
		findings = append(findings, fault.Find("", "enum", "%s", n.messages["enum"]))
	}
	if n.assertions == nil {
		return findings
	}
	for keyword := range n.assertions.Validate(plain).Errors {
		findings = append(findings, fault.Find("", fault.Rule(keyword), "%s", n.message(keyword, kind, plain)))
	}
	return findings
}
