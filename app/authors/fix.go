package authors

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Fix mends what needs no decision: hints that disagree with the effect, a
// missing slash at the end of a path or link, a missing additionalProperties.
// Everything else of the text stays as it is, byte for byte. It returns the
// text and how many places it mended.
func (l Linter) Fix(document Document) ([]byte, int) {
	kind, findings := l.check(document)
	root, err := strictjson.Parse(document.Text, boundsOf(kind))
	if err != nil {
		return document.Text, 0
	}
	var edits []edit
	for _, f := range findings {
		if e, ok := l.mend(root, f, document, findings); ok {
			edits = append(edits, e)
		}
	}
	return apply(document.Text, edits), len(edits)
}

// edit replaces the bytes from one offset to another.
type edit struct {
	from, to int
	text     string
}

func insert(at int, text string) edit { return edit{at, at, text} }

func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) }) // the last first
	fixed := bytes.Clone(text)
	for _, e := range edits {
		fixed = slices.Replace(fixed, e.from, e.to, []byte(e.text)...)
	}
	return fixed
}

// mend is the edit for one finding, if there is only one way to mend it.
func (l Linter) mend(root strictjson.Value, f fault.Finding, document Document, all fault.Findings) (edit, bool) {
	v := valueAt(root, f.Offset)
	end := v.Offset() + len(v.Raw())
	switch f.Rule {
	case fault.Hints:
		// Which is wrong, effect or method, only the author knows.
		unsure := slices.ContainsFunc(all, func(g fault.Finding) bool {
			return g.Rule == fault.EffectMethod && toolOf(g.Pointer) == toolOf(f.Pointer)
		})
		return edit{v.Offset(), end, strconv.FormatBool(!v.Truth())}, !unsure
	case fault.PathForm:
		return insert(end-1, "/"), v.Is(strictjson.String) && domain.IsToolPath(v.Text()+"/")
	case fault.LinkForm, fault.LinkTarget:
		return insert(end-1, "/"), v.Is(strictjson.String) && l.checkLink(v.Text()+"/", document.Plugin) == nil
	case fault.SchemaInput:
		const name = "additionalProperties"
		missing := v.Is(strictjson.Object) && v.Get(name).Is(strictjson.Absent) && strings.HasSuffix(string(f.Pointer), "/"+name)
		return newMember(document.Text, v, `"`+name+`"`, "false"), missing
	}
	return edit{}, false
}

// toolOf is the part of a pointer that names the tool, as in /tools/3.
func toolOf(p fault.Pointer) string {
	parts := strings.SplitN(string(p), "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// valueAt is the value that begins at the offset.
func valueAt(v strictjson.Value, offset int) strictjson.Value {
	if v.Offset() == offset {
		return v
	}
	below := slices.Clone(v.Items())
	for _, m := range v.Members() {
		below = append(below, m.Value)
	}
	for _, b := range below {
		if b.Offset() <= offset && offset < b.Offset()+len(b.Raw()) {
			return valueAt(b, offset)
		}
	}
	return strictjson.Value{}
}

// newMember adds a member at the end of an object, set off as its last member is.
func newMember(text []byte, object strictjson.Value, name, value string) edit {
	members := object.Members()
	if len(members) == 0 {
		return insert(object.Offset()+1, name+": "+value)
	}
	last := members[len(members)-1].Value
	before := object.Offset() + 1
	if len(members) > 1 {
		previous := members[len(members)-2].Value
		before = previous.Offset() + len(previous.Raw())
	}
	colon := ":"
	if text[last.Offset()-1] == ' ' {
		colon = ": "
	}
	gap := spaceAt(text, before)
	if gap == "" && len(members) == 1 && colon == ": " {
		gap = " " // {"type": "object"} leaves none before its only member
	}
	return insert(last.Offset()+len(last.Raw()), ","+gap+name+colon+value)
}

// spaceAt is the white space before the next token, or behind the comma if that
// comes next.
func spaceAt(text []byte, at int) string {
	const space = " \t\r\n"
	rest := text[at:]
	if after, found := bytes.CutPrefix(bytes.TrimLeft(rest, space), []byte(",")); found {
		rest = after
	}
	return string(rest[:len(rest)-len(bytes.TrimLeft(rest, space))])
}
