package strictjson

// Kind is the kind of a JSON value (RFC 8259 section 3).
type Kind byte

// The six kinds of JSON values; the zero Kind is no value at all.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String names the kind as JSON Schema does.
func (k Kind) String() string {
	return [...]string{"absent", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one JSON value of a parsed document. It is immutable, keeps numbers
// as their tokens and members in their order, and knows its own source bytes.
// The zero Value is Absent.
type Value struct {
	kind    Kind
	truth   bool
	text    string
	items   []Value
	members []Member
	raw     []byte
	offset  int
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// NameOf is the name of a member as a String, which has no source bytes.
func NameOf(m Member) Value { return Value{kind: String, text: m.Name} }

// Kind tells what the value is.
func (v Value) Kind() Kind { return v.kind }

// Is reports whether the value is of kind k.
func (v Value) Is(k Kind) bool { return v.kind == k }

// Truth is the value of a Bool; false for any other kind.
func (v Value) Truth() bool { return v.truth }

// Text is the decoded text of a String or the token of a Number, else "".
func (v Value) Text() string { return v.text }

// Items are the elements of an Array; the caller must not change them.
func (v Value) Items() []Value { return v.items }

// Members are the members of an Object in the order of the document; the
// caller must not change them.
func (v Value) Members() []Member { return v.members }

// Raw is the value exactly as the document has it; the caller must not change it.
func (v Value) Raw() []byte { return v.raw }

// Offset is the byte offset of the value in its document.
func (v Value) Offset() int { return v.offset }

// Get returns the member of that name, or an Absent value.
func (v Value) Get(name string) Value {
	for _, m := range v.members {
		if m.Name == name {
			return m.Value
		}
	}
	return Value{}
}

// Nodes counts the value and everything below it; names are not nodes
// (contract section 2).
func (v Value) Nodes() int {
	count := 1
	for _, item := range v.items {
		count += item.Nodes()
	}
	for _, m := range v.members {
		count += m.Value.Nodes()
	}
	return count
}

// Depth is how deep the deepest node lies; the value itself is at depth 0
// (contract section 2).
func (v Value) Depth() int {
	deepest := 0
	for _, item := range v.items {
		deepest = max(deepest, 1+item.Depth())
	}
	for _, m := range v.members {
		deepest = max(deepest, 1+m.Value.Depth())
	}
	return deepest
}
