package bench

import (
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpbridge/domain"
	"mcpbridge/domain/strictjson"
	"mcpbridge/test/santhosh"
)

const benchPlugin = "large"

// largeManifest is a manifest of as many bytes as one may have.
func largeManifest() string {
	const tools = 46 // more would have more than 12,000 values
	filler := func(length int) string { return manifestWith(tools, strings.Repeat("x", length)) }
	most := 1 + (domain.MaxManifestBytes-len(filler(1)))/tools
	text := filler(most)
	return text + strings.Repeat(" ", domain.MaxManifestBytes-len(text))
}

func manifestWith(tools int, description string) string {
	var all []string
	for i := range tools {
		all = append(all, fmt.Sprintf(`{"name":"tool_%d","title":"A tool","description":%q,"method":"POST","path":"tools/%d/","effect":"write",`, i, description, i)+
			`"inputSchema":`+toolSchema()+`,"outputSchema":`+toolSchema()+`,`+
			`"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`)
	}
	return `{"schema_version":"1","plugin":"` + benchPlugin + `","tools":[` + strings.Join(all, ",") + `]}`
}

// readManifest compares the whole check of a manifest with work that comes near
// it: a plain JSON parse, and the peer's compilation of each schema, which
// checks it against the meta-schema.
func readManifest(text string) Contest {
	return against(fmt.Sprintf("parse and check a manifest of %d KiB", len(text)>>10),
		func() error {
			v, err := strictjson.Parse([]byte(text), domain.ManifestBounds())
			if err != nil {
				return err
			}
			_, err = domain.ParseManifest(v, benchPlugin)
			return err
		},
		func() error {
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				return err
			}
			for _, tool := range document.(map[string]any)["tools"].([]any) {
				for _, schema := range []string{"inputSchema", "outputSchema"} {
					if _, err := santhosh.Compile(tool.(map[string]any)[schema]); err != nil {
						return err
					}
				}
			}
			return nil
		},
	)
}
