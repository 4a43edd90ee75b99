package domain

import "slices"

// Method is an HTTP method that a tool may declare (RFC 9110 section 9).
type Method string

// Methods are the methods that a tool may declare (contract section 4).
func Methods() []Method { return []Method{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} }

// IsKnown reports whether the contract knows the method.
func (m Method) IsKnown() bool { return slices.Contains(Methods(), m) }

// IsRead reports whether the method only reads: GET and HEAD.
func (m Method) IsRead() bool { return m == "GET" || m == "HEAD" }

// Effect is what a tool does to the source of truth (contract section 4).
type Effect string

// The effects, from the mildest on.
const (
	Read        Effect = "read"
	Write       Effect = "write"
	Destructive Effect = "destructive"
)

// IsKnown reports whether the contract knows the effect.
func (e Effect) IsKnown() bool { return e == Read || e == Write || e == Destructive }

// Annotations are a tool's MCP hints; the contract demands all four.
type Annotations struct {
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
}

// agreesWith reports whether the effect fits the method: reads are GET or HEAD
// and nothing else is, and DELETE is destructive.
func (e Effect) agreesWith(m Method) bool {
	return (e == Read) == m.IsRead() && (m != "DELETE" || e == Destructive)
}
