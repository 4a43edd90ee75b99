package domain

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// document reads the members of one object and gathers every fault it meets,
// so that an author can mend all at once.
type document struct {
	at       fault.Pointer
	value    strictjson.Value
	findings *fault.Findings
}

// read starts at v, which must be an object with no other than the known
// members. It returns false if v is no object.
func read(at fault.Pointer, v strictjson.Value, findings *fault.Findings, known ...string) (document, bool) {
	d := document{at: at, value: v, findings: findings}
	if !v.Is(strictjson.Object) {
		d.refuse("", v, fault.MemberType, "expected an object, not %s", v.Kind())
		return d, false
	}
	for _, m := range v.Members() {
		if !slices.Contains(known, m.Name) {
			*findings = append(*findings, fault.Find(at.Member(m.Name), fault.MemberUnknown,
				"unknown member; the members are %s", strings.Join(known, ", ")).At(m.Value.Offset()))
		}
	}
	return d, true
}

// refuse records a finding about a member, or about the object if name is "".
func (d document) refuse(name string, v strictjson.Value, rule fault.Rule, format string, args ...any) {
	at, offset := d.at, d.value.Offset()
	if name != "" {
		at = at.Member(name)
	}
	if !v.Is(strictjson.Absent) {
		offset = v.Offset()
	}
	*d.findings = append(*d.findings, fault.Find(at, rule, format, args...).At(offset))
}

// member returns a member of the wanted kind; absence is a finding, too.
func (d document) member(name string, kind strictjson.Kind) (strictjson.Value, bool) {
	v := d.value.Get(name)
	switch {
	case v.Is(strictjson.Absent):
		d.refuse(name, v, fault.MemberMissing, "the member is missing")
	case !v.Is(kind):
		d.refuse(name, v, fault.MemberType, "expected %s, not %s", kind, v.Kind())
	default:
		return v, true
	}
	return strictjson.Value{}, false
}

// text returns a string member that holds by its rule; the message says what
// was expected, never what was there.
func (d document) text(name string, rule fault.Rule, holds func(string) bool, expected string) string {
	v, ok := d.member(name, strictjson.String)
	if ok && !holds(v.Text()) {
		d.refuse(name, v, rule, "expected %s, not this string of %d characters", expected, utf8.RuneCountInString(v.Text()))
	}
	return v.Text()
}

// boolean returns a boolean member.
func (d document) boolean(name string) bool {
	v, _ := d.member(name, strictjson.Bool)
	return v.Truth()
}

// version checks schema_version.
func (d document) version() {
	d.text("schema_version", fault.Version, func(s string) bool { return s == SchemaVersion }, `"`+SchemaVersion+`"`)
}
