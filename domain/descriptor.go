package domain

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// ToolDescriptor is one operation of a manifest (contract section 4).
type ToolDescriptor struct {
	Name        string
	Title       string
	Description string
	Method      Method
	Path        string // relative to the plugin's root
	Effect      Effect
	Input       schema.Schema
	Output      schema.Schema // zero if the manifest has none
	Annotations Annotations
}

// parseDescriptor reads one element of a manifest's tools.
func parseDescriptor(at fault.Pointer, v strictjson.Value, findings *fault.Findings) ToolDescriptor {
	d, ok := read(at, v, findings, "name", "title", "description", "method", "path", "effect", "inputSchema", "outputSchema", "annotations")
	if !ok {
		return ToolDescriptor{}
	}
	tool := ToolDescriptor{
		Name:        d.text("name", fault.NameTool, IsToolName, "a tool name, ^[a-z][a-z0-9_]{0,63}$"),
		Title:       d.text("title", fault.TextLength, between(1, MaxTitleChars), fmt.Sprintf("1 to %d characters", MaxTitleChars)),
		Description: d.text("description", fault.TextLength, between(1, MaxDescriptionChars), fmt.Sprintf("1 to %d characters", MaxDescriptionChars)),
		Method:      Method(d.text("method", fault.MethodUnknown, func(s string) bool { return Method(s).IsKnown() }, "GET, HEAD, POST, PUT, PATCH or DELETE")),
		Path:        d.text("path", fault.PathForm, IsToolPath, "a relative path of letters, digits, ._~- and slashes that ends in / and has no empty or dot segment"),
		Effect:      Effect(d.text("effect", fault.EffectUnknown, func(s string) bool { return Effect(s).IsKnown() }, "read, write or destructive")),
	}
	tool.Annotations = d.annotations(tool.Effect)
	if tool.Method.IsKnown() && tool.Effect.IsKnown() && !tool.Effect.agreesWith(tool.Method) {
		d.refuse("effect", v.Get("effect"), fault.EffectMethod, "GET and HEAD are read, DELETE is destructive, and other methods are write or destructive")
	}
	role := schema.BodyInput
	if tool.Method.IsRead() {
		role = schema.QueryInput
	}
	tool.Input = d.schema("inputSchema", role)
	if !v.Get("outputSchema").Is(strictjson.Null) && !v.Get("outputSchema").Is(strictjson.Absent) {
		tool.Output = d.schema("outputSchema", schema.Output)
	}
	return tool
}

// annotations reads the four hints and compares them with the effect.
func (d document) annotations(effect Effect) Annotations {
	v, ok := d.member("annotations", strictjson.Object)
	if !ok {
		return Annotations{}
	}
	hints, _ := read(d.at.Member("annotations"), v, d.findings, "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
	a := Annotations{
		ReadOnly:    hints.boolean("readOnlyHint"),
		Destructive: hints.boolean("destructiveHint"),
		Idempotent:  hints.boolean("idempotentHint"),
		OpenWorld:   hints.boolean("openWorldHint"),
	}
	hints.agree("readOnlyHint", a.ReadOnly, effect, Read)
	hints.agree("destructiveHint", a.Destructive, effect, Destructive)
	return a
}

// agree demands that a hint is true for exactly one effect.
func (d document) agree(hint string, value bool, effect, only Effect) {
	if v := d.value.Get(hint); v.Is(strictjson.Bool) && effect.IsKnown() && value != (effect == only) {
		d.refuse(hint, v, fault.Hints, "%s must be true if and only if the effect is %s", hint, only)
	}
}

// schema reads a schema member; its findings move below the member.
func (d document) schema(name string, role schema.Role) schema.Schema {
	v := d.value.Get(name)
	if v.Is(strictjson.Absent) {
		d.refuse(name, v, fault.MemberMissing, "the member is missing")
		return schema.Schema{}
	}
	parsed, err := schema.Parse(v, role)
	if findings, ok := errors.AsType[fault.Findings](err); ok {
		*d.findings = append(*d.findings, findings.Below(d.at.Member(name))...)
	}
	return parsed
}

// between is a rule for the length of a text, in characters.
func between(least, most int) func(string) bool {
	return func(s string) bool {
		n := utf8.RuneCountInString(s)
		return n >= least && n <= most
	}
}
