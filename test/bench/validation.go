package bench

import (
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/domain"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/test/santhosh"
)

// Validations compare the product with santhosh-tekuri/jsonschema v6. Each side
// starts from bytes, since each has its own form of values.
func Validations() ([]Contest, error) {
	one := toolSchema()
	many := `{"type":"array","items":` + one + `}`
	validateOne, err := validate(one, device(1))
	if err != nil {
		return nil, err
	}
	validateMany, err := validate(many, devices(200))
	if err != nil {
		return nil, err
	}
	return []Contest{
		compile(one),
		validateOne,
		validateMany,
		discoverAndValidate(one, device(1)),
		readManifest(largeManifest()),
	}, nil
}

// against makes the contest between the product and santhosh.
func against(name string, product, peer func() error) Contest {
	return Contest{Name: name, Sides: []Side{{"bridge", product}, {"santhosh", peer}}}
}

// toolSchema is a typical schema of a tool.
func toolSchema() string {
	var properties []string
	for i := range 8 {
		properties = append(properties,
			fmt.Sprintf(`"name_%d":{"type":"string","description":"The name of the device as the inventory has it","minLength":1,"maxLength":128}`, i),
			fmt.Sprintf(`"count_%d":{"type":["integer","null"],"minimum":0,"maximum":4094,"default":1}`, i))
	}
	properties = append(properties,
		`"status":{"enum":["active","planned","staged","failed","offline"]}`,
		`"since":{"type":"string","format":"date-time"}`,
		`"tags":{"type":"array","items":{"type":"string","maxLength":32},"uniqueItems":true,"maxItems":50}`)
	return `{"type":"object","required":["name_0","status"],"additionalProperties":false,"properties":{` + strings.Join(properties, ",") + `}}`
}

// device is an instance of toolSchema.
func device(n int) string {
	var members []string
	for i := range 8 {
		members = append(members, fmt.Sprintf(`"name_%d":"switch-%d of the first floor, in the second rack from the door, facing the window"`, i, n), fmt.Sprintf(`"count_%d":%d`, i, n%4000))
	}
	return `{` + strings.Join(members, ",") + `,"status":"active","since":"2025-01-31T23:59:59Z","tags":["core","edge","lab"]}`
}

func devices(count int) string {
	var all []string
	for i := range count {
		all = append(all, device(i))
	}
	return `[` + strings.Join(all, ",") + `]`
}

// compile includes the peer's check against the meta-schema; the product checks
// a schema against its subset while it reads it.
func compile(text string) Contest {
	return against("compile a schema of "+size(text),
		func() error {
			s, err := readSchema(text)
			if err != nil {
				return err
			}
			_, err = kaptinlin.New().Validate(s, strictjson.Value{})
			return err
		},
		func() error {
			_, err := compilePeer(text)
			return err
		},
	)
}

// validate has the schema compiled before.
func validate(schemaText, instance string) (Contest, error) {
	s, err := readSchema(schemaText)
	if err != nil {
		return Contest{}, err
	}
	compiled, err := compilePeer(schemaText)
	if err != nil {
		return Contest{}, err
	}
	validator := kaptinlin.New()
	return against("validate an instance of "+size(instance),
		func() error { return validateBytes(validator, s, instance) },
		func() error { return validatePeer(compiled, instance) },
	), nil
}

// discoverAndValidate is what a call costs whose tool was just discovered once
// more: the product finds the schema compiled, by its content.
func discoverAndValidate(schemaText, instance string) Contest {
	validator := kaptinlin.New()
	return against(fmt.Sprintf("read a known schema of %s again and validate an instance of %s", size(schemaText), size(instance)),
		func() error {
			s, err := readSchema(schemaText)
			if err != nil {
				return err
			}
			return validateBytes(validator, s, instance)
		},
		func() error {
			compiled, err := compilePeer(schemaText)
			if err != nil {
				return err
			}
			return validatePeer(compiled, instance)
		},
	)
}

func readSchema(text string) (schema.Schema, error) {
	v, err := strictjson.Parse([]byte(text), domain.ManifestBounds())
	if err != nil {
		return schema.Schema{}, err
	}
	return schema.Parse(v, schema.Output)
}

func validateBytes(validator *kaptinlin.Validator, s schema.Schema, text string) error {
	instance, err := strictjson.Parse([]byte(text), domain.TargetBounds())
	if err != nil {
		return err
	}
	findings, err := validator.Validate(s, instance)
	if err != nil {
		return err
	}
	return findings.Err()
}

func compilePeer(text string) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return santhosh.Compile(document)
}

func validatePeer(compiled *jsonschema.Schema, text string) error {
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return compiled.Validate(instance)
}

// size is a text's length as a reader takes it in.
func size(text string) string {
	if len(text) < 10_000 {
		return fmt.Sprintf("%.1f KB", float64(len(text))/1000)
	}
	return fmt.Sprintf("%d KB", len(text)/1000)
}
