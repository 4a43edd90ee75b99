package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/sample"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// Tool describes one tool: what it does, its arguments, and a call to copy, which
// the program makes with the flags.
func (s Style) Tool(out io.Writer, program string, flags []string, tool domain.Tool) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n\n%s\n\n", s.paint(bold, tool.QualifiedName()), line(tool.Title), line(tool.Description))
	facts := table{style: s}
	facts.row(plain("effect"), s.effect(tool.Effect))
	facts.row(plain("request"), plain(string(tool.Method)+" "+tool.RequestPath))
	facts.row(plain("hints"), plain(hints(tool.Annotations)))
	facts.write(&text)
	text.WriteString("\n")
	s.arguments(&text, tool.Input.Root())
	fmt.Fprintf(&text, "\n%s\n  %s\n", s.paint(bold, "EXAMPLE"), example(program, flags, tool))
	return send(out, &text)
}

func hints(a domain.Annotations) string {
	var named []string
	for _, hint := range []struct {
		holds       bool
		yes, orElse string
	}{
		{a.Idempotent, "idempotent", "not idempotent"},
		{a.OpenWorld, "reaches the open world", "stays in its own system"},
	} {
		if hint.holds {
			named = append(named, hint.yes)
		} else {
			named = append(named, hint.orElse)
		}
	}
	return strings.Join(named, ", ")
}

func (s Style) arguments(text *strings.Builder, input strictjson.Value) {
	if len(input.Get("properties").Members()) == 0 {
		text.WriteString("It takes no arguments.\n")
		return
	}
	shown := table{style: s}
	shown.heading("ARGUMENT", "TYPE", "REQUIRED", "RULES", "MEANING")
	members(&shown, "", input)
	shown.write(text)
}

// members adds a row for each member of an object and for what lies below it,
// named as in a program: config.limits[].value.
func members(shown *table, prefix string, object strictjson.Value) {
	required := schema.Required(object)
	for _, m := range object.Get("properties").Members() {
		need := "no"
		if slices.Contains(required, m.Name) {
			need = "yes"
		}
		argument(shown, prefix+m.Name, need, m.Value)
	}
}

func argument(shown *table, name, need string, s strictjson.Value) {
	shown.row(plain(name), plain(typeOf(s)), plain(need), plain(rules(s)), plain(s.Get("description").Text()))
	members(shown, name+".", s)
	items := s.Get("items")
	says := rules(items) + items.Get("description").Text()
	if says != "" || len(items.Get("properties").Members()) > 0 || items.Get("items").Is(strictjson.Object) {
		argument(shown, name+"[]", "", items)
	}
}

// typeOf is the declared type, as a reader says it.
func typeOf(s strictjson.Value) string {
	declared := schema.DeclaredTypes(s)
	switch {
	case slices.Equal(declared, []string{"array"}) && s.Get("items").Is(strictjson.Object):
		return "array of " + typeOf(s.Get("items"))
	case declared == nil:
		return "any"
	}
	return strings.Join(declared, " or ")
}

// rules are the keywords that limit a value, as the author wrote them.
func rules(s strictjson.Value) string {
	said := []string{"type", "title", "description", "examples", "items", "properties", "required", "readOnly", "writeOnly"}
	var shown []string
	for _, m := range s.Members() {
		if !slices.Contains(said, m.Name) {
			shown = append(shown, m.Name+" "+string(m.Value.Raw()))
		}
	}
	return strings.Join(shown, ", ")
}

// example is a call that a shell takes as it stands.
func example(program string, flags []string, tool domain.Tool) string {
	words := []string{program, "call", tool.QualifiedName()}
	arguments, err := strictjson.Parse(sample.Of(tool.Input, sample.Required), domain.TargetBounds())
	if err != nil {
		arguments = strictjson.Value{} // no member is required, then
	}
	for _, m := range arguments.Members() {
		if m.Value.Is(strictjson.String) {
			words = append(words, shellWord(m.Name+"="+m.Value.Text()))
		} else {
			words = append(words, shellWord(m.Name+":="+string(m.Value.Raw())))
		}
	}
	for _, flag := range flags {
		words = append(words, shellWord(flag))
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word for a POSIX shell where that is needed.
func shellWord(word string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/:=,@"
	if strings.Trim(word, safe) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(line(word), "'", `'\''`) + "'"
}
