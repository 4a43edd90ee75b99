package kaptinlin

import (
	"fmt"

	"github.com/kaptinlin/jsonschema"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// node is one subschema, compiled. A nil node is the schema true. It keeps
// nothing of the document that the schema came from.
type node struct {
	assertions *jsonschema.Schema // without subschemas; nil if there are none
	messages   map[string]string  // of the assertions, by keyword
	required   []string
	choices    *choices       // enum; nil if there is none
	refusal    *fault.Finding // what the schema false says; else nil

	properties map[string]*node
	others     *node // additionalProperties
	items      *node
	names      *node // propertyNames
}

// builder compiles the subschemas of one schema.
type builder struct {
	compiler *jsonschema.Compiler
	known    map[string]assertion
}

// node compiles a subschema; refusal is what it says if it is the schema false.
func (b builder) node(subschema strictjson.Value, refusal fault.Finding) (*node, error) {
	if !subschema.Is(strictjson.Object) {
		if subschema.Is(strictjson.Absent) || subschema.Truth() {
			return nil, nil
		}
		return &node{refusal: &refusal}, nil
	}
	n := &node{messages: messagesOf(subschema, b.known), choices: choicesOf(subschema.Get("enum")), required: schema.Required(subschema)}
	if text := assertionsOf(subschema, b.known); text != nil {
		assertions, err := b.compiler.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("at byte %d: %w", subschema.Offset(), err)
		}
		n.assertions = assertions
	}
	return n, b.below(n, subschema)
}

// below compiles the subschemas of the four keywords that have some.
func (b builder) below(n *node, subschema strictjson.Value) error {
	for _, below := range []struct {
		to      **node
		keyword string
		message string
	}{
		{&n.others, "additionalProperties", unknownMember(subschema)},
		{&n.items, "items", "no item is allowed here"},
		{&n.names, "propertyNames", "no member is allowed here"},
	} {
		compiled, err := b.node(subschema.Get(below.keyword), fault.Finding{Rule: fault.Rule(below.keyword), Message: below.message})
		if err != nil {
			return err
		}
		*below.to = compiled
	}
	n.properties = make(map[string]*node, len(subschema.Get("properties").Members()))
	for _, m := range subschema.Get("properties").Members() {
		compiled, err := b.node(m.Value, fault.Find("", "properties", "this member is not allowed"))
		if err != nil {
			return err
		}
		n.properties[m.Name] = compiled
	}
	return nil
}

// falseRoot is what a schema that is just false says.
func falseRoot() fault.Finding { return fault.Find("", "schema", "no value is allowed here") }

// below is the node for the member of that name.
func (n *node) below(name string) *node {
	if property, ok := n.properties[name]; ok {
		return property
	}
	return n.others
}
