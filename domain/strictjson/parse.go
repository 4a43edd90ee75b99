package strictjson

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"mcpbridge/domain/fault"
)

// Bounds limits a document; each figure is inclusive (contract section 2).
type Bounds struct {
	Bytes int // of the whole document
	Depth int // of the deepest node, the top value being at 0
	Nodes int // objects, arrays and scalars; member names do not count
}

// Parse reads data as exactly one strict JSON value within the bounds. Its
// error is a [fault.Findings] with the one place where reading stopped. The
// Value shares data's memory, so data must not be changed afterwards.
func Parse(data []byte, bounds Bounds) (Value, error) {
	if len(data) > bounds.Bytes {
		return Value{}, fault.Findings{fault.Find("", fault.JSONTooLarge,
			"the document has %d bytes, more than %d", len(data), bounds.Bytes)}
	}
	if bad := invalidUTF8(data); bad >= 0 {
		return Value{}, fault.Findings{fault.Find("", fault.JSONUTF8, "the text is not UTF-8, at byte %d", bad).At(bad)}
	}
	r := reader{data: data, source: string(data), bounds: bounds, dec: jsontext.NewDecoder(bytes.NewBuffer(data))}
	value, finding := r.value(0)
	if finding == nil {
		finding = r.end()
	}
	if finding != nil {
		return Value{}, fault.Findings{*finding}
	}
	return value, nil
}

// reader is one pass over one document.
type reader struct {
	data   []byte
	source string // data once more, so that texts can be parts of it
	bounds Bounds
	dec    *jsontext.Decoder
	nodes  int

	// The members and items of what is still open, in stacks: their number is
	// known only at the end, and Values are too large to be moved about.
	members []Member
	items   []Value
}

func (r *reader) value(depth int) (Value, *fault.Finding) {
	kind := r.dec.PeekKind()
	if finding := r.count(depth, kind); finding != nil {
		return Value{}, finding
	}
	switch kind {
	case '{':
		return r.object(depth)
	case '[':
		return r.array(depth)
	default:
		return r.scalar(kind)
	}
}

// count charges one node before anything of it is kept.
func (r *reader) count(depth int, kind jsontext.Kind) *fault.Finding {
	if kind == 0 {
		return nil // reading it will tell what is wrong
	}
	r.nodes++
	switch {
	case depth > r.bounds.Depth:
		return r.refuse(fault.JSONTooDeep, "the document is nested deeper than %d", r.bounds.Depth)
	case r.nodes > r.bounds.Nodes:
		return r.refuse(fault.JSONTooManyNodes, "the document has more than %d values", r.bounds.Nodes)
	}
	return nil
}

func (r *reader) object(depth int) (Value, *fault.Finding) {
	start, finding := r.open()
	if finding != nil {
		return Value{}, finding
	}
	first := len(r.members)
	for r.dec.PeekKind() != '}' {
		name, err := r.dec.ReadValue()
		if err != nil {
			return Value{}, r.fail(err)
		}
		key, err := r.unquote(name)
		if err != nil {
			return Value{}, r.fail(err)
		}
		value, finding := r.value(depth + 1)
		if finding != nil {
			return Value{}, below(fault.Pointer("").Member(key), finding)
		}
		r.members = append(r.members, Member{Name: key, Value: value})
	}
	end, finding := r.close()
	members := settle(&r.members, first)
	return Value{kind: Object, members: members, raw: r.data[start:end:end], offset: start}, finding
}

func (r *reader) array(depth int) (Value, *fault.Finding) {
	start, finding := r.open()
	if finding != nil {
		return Value{}, finding
	}
	first := len(r.items)
	for i := 0; r.dec.PeekKind() != ']'; i++ {
		item, finding := r.value(depth + 1)
		if finding != nil {
			return Value{}, below(fault.Pointer("").Index(i), finding)
		}
		r.items = append(r.items, item)
	}
	end, finding := r.close()
	items := settle(&r.items, first)
	return Value{kind: Array, items: items, raw: r.data[start:end:end], offset: start}, finding
}

// settle takes what lies on the stack from first on into a slice of its own.
func settle[T any](stack *[]T, first int) []T {
	settled := append(make([]T, 0, len(*stack)-first), (*stack)[first:]...)
	*stack = (*stack)[:first]
	return settled
}

// open reads a bracket and tells where it stands.
func (r *reader) open() (int, *fault.Finding) {
	end, finding := r.close()
	return end - 1, finding
}

// close reads a bracket and tells where it ends.
func (r *reader) close() (int, *fault.Finding) {
	if _, err := r.dec.ReadToken(); err != nil {
		return 1, r.fail(err)
	}
	return int(r.dec.InputOffset()), nil
}

func (r *reader) scalar(kind jsontext.Kind) (Value, *fault.Finding) {
	token, err := r.dec.ReadValue()
	if err != nil {
		return Value{}, r.fail(err)
	}
	end := int(r.dec.InputOffset())
	start := end - len(token)
	value := Value{raw: r.data[start:end:end], offset: start}
	switch kind {
	case 'n':
		value.kind = Null
	case 't', 'f':
		value.kind, value.truth = Bool, kind == 't'
	case '"':
		value.kind = String
		if value.text, err = r.unquote(token); err != nil {
			return Value{}, r.fail(err)
		}
	default:
		value.kind, value.text = Number, r.source[start:end]
		if rule, message := checkNumber(value.text); rule != "" {
			finding := fault.Find("", rule, "%s", message).At(start)
			return Value{}, &finding
		}
	}
	return value, nil
}

// unquote decodes the string that was just read. Most have no escapes and are
// parts of the document as they are.
func (r *reader) unquote(quoted jsontext.Value) (string, error) {
	if bytes.IndexByte(quoted, '\\') < 0 {
		end := int(r.dec.InputOffset())
		return r.source[end-len(quoted)+1 : end-1], nil
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	return string(text), err
}

// end makes sure that nothing but white space follows the value.
func (r *reader) end() *fault.Finding {
	finding := r.refuse(fault.JSONTrailing, "something follows the JSON value")
	if _, err := r.dec.ReadToken(); errors.Is(err, io.EOF) {
		return nil
	}
	return finding
}

// fail names the kind of the tokenizer's error, never its text, which may
// quote the document.
func (r *reader) fail(err error) *fault.Finding {
	offset := r.dec.InputOffset()
	syntactic, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		offset = syntactic.ByteOffset
	}
	if ok && errors.Is(err, jsontext.ErrDuplicateName) {
		at := fault.Pointer("").Member(syntactic.JSONPointer.LastToken())
		finding := fault.Find(at, fault.JSONDuplicateName, "a member name occurs twice in the object").At(int(offset))
		return &finding
	}
	finding := fault.Find("", fault.JSONSyntax, "%s, at byte %d", r.complaint(offset), offset).At(int(offset))
	return &finding
}

// complaint names the two faults at the very start that an editor does not show.
func (r *reader) complaint(offset int64) string {
	switch {
	case offset == 0 && strings.HasPrefix(r.source, "\ufeff"):
		return "the text begins with a byte order mark, which JSON has none of (RFC 8259 section 8.1)"
	case strings.Trim(r.source, " \t\r\n") == "":
		return "the text is empty"
	}
	return "this is not strict JSON (RFC 8259)"
}

// refuse makes a finding about the token that comes next.
func (r *reader) refuse(rule fault.Rule, format string, args ...any) *fault.Finding {
	rest := r.data[r.dec.InputOffset():]
	next := len(r.data) - len(bytes.TrimLeft(rest, " \t\r\n,:"))
	finding := fault.Find("", rule, format, args...).At(next)
	return &finding
}

// below moves a finding to where the value stands that it is about. Only what
// is refused pays for its pointer.
func below(at fault.Pointer, finding *fault.Finding) *fault.Finding {
	finding.Pointer = at + finding.Pointer
	return finding
}

// invalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1 // much faster than to look for the place
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
