package access

import (
	"slices"
	"strings"
)

// Scope is one thing that a caller may do.
type Scope string

// The scopes. Each includes those before it.
const (
	Read  Scope = "bridge:read"  // list tools, preview, call reads
	Write Scope = "bridge:write" // call tools that write
	Admin Scope = "bridge:admin" // read everybody's entries of the journal
)

// AllScopes are the scopes, the smallest first.
func AllScopes() []Scope { return []Scope{Read, Write, Admin} }

// Scopes is the set that a caller has.
type Scopes struct{ granted []Scope }

// Unscoped is the set of a caller whose credential speaks of no scopes: the
// settings alone limit what it reads and writes, and nothing makes it an
// administrator.
func Unscoped() Scopes { return Scopes{granted: []Scope{Write}} }

// ParseScopes reads a space-delimited list (RFC 6749 section 3.3); scopes that
// are not the bridge's are left out.
func ParseScopes(text string) Scopes {
	var granted []Scope
	for name := range strings.FieldsSeq(text) {
		if slices.Contains(AllScopes(), Scope(name)) {
			granted = append(granted, Scope(name))
		}
	}
	return Scopes{granted: granted}
}

// Allow reports whether the set holds the scope, or one that includes it.
func (s Scopes) Allow(wanted Scope) bool {
	all := AllScopes()
	return slices.ContainsFunc(s.granted, func(has Scope) bool {
		return slices.Index(all, has) >= slices.Index(all, wanted)
	})
}
