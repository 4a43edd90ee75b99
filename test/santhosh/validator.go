// Package santhosh is a second implementation of [ports.SchemaValidator], for
// tests only. It rests on another library than the product's and on date-time
// and integer rules written a second time, so that a mistake on either side
// shows as a disagreement. It does not care for messages, speed or hostile input.
package santhosh

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
)

var _ ports.SchemaValidator = Validator{}

// Validator implements [ports.SchemaValidator]. It compiles the schema anew for
// every call.
type Validator struct{}

// Validate implements [ports.SchemaValidator]; its messages are empty.
func (Validator) Validate(s schema.Schema, instance strictjson.Value) (fault.Findings, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.Raw()))
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance.Raw()))
	if err != nil {
		return nil, fmt.Errorf("read the instance: %w", err)
	}
	whole, verdict, err := judged(document, value)
	if err != nil {
		return nil, err
	}
	rest, _, err := judged(without(document, stopping()), value)
	if err != nil {
		return nil, err
	}
	alone, err := judgedAlone(document, value)
	if err != nil {
		return nil, err
	}
	findings := slices.Concat(whole, rest, alone)
	if verdict != (len(findings) == 0) {
		return nil, fmt.Errorf("the whole schema and its keywords disagree about %s", instance.Raw())
	}
	return append(findings, unsafeIntegers(document, value)...).Sorted(), nil
}

// judged is the library's verdict and what it finds, names excepted.
func judged(document, value any) (findings fault.Findings, verdict bool, err error) {
	compiled, err := Compile(document)
	if err != nil {
		return nil, false, err
	}
	err = compiled.Validate(value)
	if err == nil {
		return nil, true, nil
	}
	broken, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return nil, false, err
	}
	return findingsOf(broken), false, nil
}

// Compile compiles a schema, read by [jsonschema.UnmarshalJSON], with the
// contract's date-time asserted and nothing ever loaded.
func Compile(document any) (*jsonschema.Schema, error) {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	compiler.AssertFormat()
	compiler.RegisterFormat(&jsonschema.Format{Name: "date-time", Validate: checkDateTime})
	if err := compiler.AddResource("test:///schema", document); err != nil {
		return nil, fmt.Errorf("add the schema: %w", err)
	}
	return compiler.Compile("test:///schema")
}

// findingsOf flattens the tree of errors to its leaves.
func findingsOf(broken *jsonschema.ValidationError) fault.Findings {
	at := fault.Pointer("")
	for _, segment := range broken.InstanceLocation {
		at = at.Member(segment)
	}
	switch cause := broken.ErrorKind.(type) {
	case *kind.PropertyNames:
		return nil // see judgedAlone
	case *kind.AdditionalProperties:
		var findings fault.Findings
		for _, name := range cause.Properties {
			findings = append(findings, fault.Finding{Pointer: at.Member(name), Rule: "additionalProperties"})
		}
		return findings
	case *kind.FalseSchema:
		return fault.Findings{{Pointer: at, Rule: appliedBy(broken.SchemaURL)}}
	}
	if len(broken.Causes) == 0 {
		return fault.Findings{{Pointer: at, Rule: fault.Rule(broken.ErrorKind.KeywordPath()[0])}}
	}
	var findings fault.Findings
	for _, cause := range broken.Causes {
		findings = append(findings, findingsOf(cause)...)
	}
	return findings
}

// appliedBy is the keyword that the subschema at the location belongs to.
func appliedBy(location string) fault.Rule {
	_, fragment, _ := strings.Cut(location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil || pointer == "" {
		return "schema"
	}
	segments := strings.Split(pointer, "/")[1:]
	keyword := ""
	for i := 0; i < len(segments); i++ {
		if keyword = segments[i]; keyword == "properties" {
			i++ // the next segment is a member's name
		}
	}
	return fault.Rule(keyword)
}
