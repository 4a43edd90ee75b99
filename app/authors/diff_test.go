package authors_test

import (
	"strings"
	"testing"

	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

func TestDiff(t *testing.T) {
	for name, test := range map[string]struct {
		old, new string
		changes  int
		breaks   bool
	}{
		"nothing":         {`"maxLength": 20`, `"maxLength": 20`, 0, false},
		"a wider input":   {`"maxLength": 20`, `"maxLength": 30`, 1, false},
		"a smaller input": {`"maxLength": 20`, `"maxLength": 10`, 1, true},
		"both":            {`"maxLength": 20`, `"minLength": 1`, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := authors.Diff([]byte(good(t)), []byte(strings.Replace(good(t), test.old, test.new, 1)))
			if err != nil || len(d.Changes) != test.changes || d.Breaks() != test.breaks {
				t.Errorf("%+v, %v", d, err)
			}
		})
	}
}

func TestDiffNeedsSoundManifests(t *testing.T) {
	for which, texts := range map[string][2]string{"old": {`{}`, good(t)}, "new": {good(t), `{`}} {
		_, err := authors.Diff([]byte(texts[0]), []byte(texts[1]))
		if err == nil || fault.Of(err).Code != fault.ManifestInvalid || !strings.HasPrefix(err.Error(), "the "+which+" manifest is not sound (mcp-bridge lint shows where): ") {
			t.Errorf("%s: %v", which, err)
		}
	}
}
