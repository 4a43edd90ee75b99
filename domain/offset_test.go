package domain_test

import (
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// A finding's offset is that of the faulty value, so that an author's editor
// can jump there; that of the object, if the value is missing.
func TestFindingsKnowWhereTheyAre(t *testing.T) {
	const good = `{"schema_version":"1","plugin":"p","tools":[` +
		`{"name":"one","title":"T","description":"D","method":"GET","path":"a/","effect":"read","inputSchema":{"type":"object","additionalProperties":false},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}},` +
		`{"name":"two","title":"T","description":"D","method":"GET","path":"b/","effect":"read","inputSchema":{"type":"object","additionalProperties":false},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}]}`
	for name, test := range map[string]struct {
		was, is string // the fault
		at      string // where the faulty value, or the object that lacks one, starts
	}{
		"another plugin":      {`"plugin":"p"`, `"plugin":"q"`, `"q"`},
		"a name twice":        {`"name":"two"`, `"name":"one"`, `"one","title":"T","description":"D","method":"GET","path":"b/"`},
		"an unknown member":   {`"schema_version":"1"`, `"schema_version":"1","x":7`, `7`},
		"a missing member":    {`"title":"T","description":"D","method":"GET","path":"b/"`, `"description":"D","method":"GET","path":"b/"`, `{"name":"two"`},
		"a method":            {`"method":"GET","path":"a/"`, `"method":"SEE","path":"a/"`, `"SEE"`},
		"an effect":           {`"path":"b/","effect":"read"`, `"path":"b/","effect":"write"`, `"write"`},
		"a hint":              {`"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}]`, `"readOnlyHint":true,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}}]`, `true,"idempotentHint":true,"openWorldHint":false}}]`},
		"a keyword":           {`"path":"b/","effect":"read","inputSchema":{"type":"object"`, `"path":"b/","effect":"read","inputSchema":{"pattern":"x","type":"object"`, `"x"`},
		"an open inputSchema": {`"path":"b/","effect":"read","inputSchema":{"type":"object","additionalProperties":false`, `"path":"b/","effect":"read","inputSchema":{"type":"object","additionalProperties":true`, `true}`},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(good, test.was, test.is, 1)
			document, err := strictjson.Parse([]byte(text), domain.ManifestBounds())
			if err != nil || text == good {
				t.Fatalf("the test is faulty: %v", err)
			}
			_, err = domain.ParseManifest(document, "p")
			findings := fault.Wrap(fault.ManifestInvalid, err).Findings
			if want := strings.LastIndex(text, test.at); findings[0].Offset != want {
				t.Errorf("found at byte %d, want %d: %v", findings[0].Offset, want, findings)
			}
		})
	}
}
