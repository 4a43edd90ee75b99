package authors_test

import (
	"strings"
	"testing"

	"mcpbridge/app/authors"
)

func TestFixMendsWhatIsMechanicalAndNothingElse(t *testing.T) {
	for name, test := range map[string]struct {
		old, new string // makes the good manifest faulty
		fixed    string // in place of new; "" stays as it is
	}{
		"a hint against the effect":         {`"readOnlyHint": false`, `"readOnlyHint": true`, `"readOnlyHint": false`},
		"both hints":                        {`"readOnlyHint": false, "destructiveHint": false`, `"readOnlyHint":true ,"destructiveHint" : true`, `"readOnlyHint":false ,"destructiveHint" : false`},
		"a path without its slash":          {`"reports/run/"`, `"reports/run"`, `"reports/run/"`},
		"an input without its end":          {`{"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false}`, `{"note": {"type": "string", "maxLength": 20}}}`, `{"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false}`},
		"a compact input":                   {`{"type": "object", "properties": {"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false}`, `{"type":"object"}`, `{"type":"object","additionalProperties":false}`},
		"an input of one member":            {`{"type": "object", "properties": {"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false}`, `{"type": "object"}`, `{"type": "object", "additionalProperties": false}`},
		"an input on lines of its own":      {`{"type": "object", "properties": {"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false}`, "{\n\t\"type\": \"object\"\n}", "{\n\t\"type\": \"object\",\n\t\"additionalProperties\": false\n}"},
		"an open input, which may be meant": {`{"type": "string", "maxLength": 20}}, "additionalProperties": false}`, `{"type": "string", "maxLength": 20}}, "additionalProperties": true}`, ""},
		"a path beyond a slash":             {`"reports/run/"`, `"/reports/run"`, ""},
		"an effect against the method":      {`"effect": "write"`, `"effect": "read"`, ""},
		"a title that is missing":           {`"title": "Run a report",`, ``, ""},
		"a text that is no JSON":            {`"effect": "write",`, `"effect": write,`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := good(t)
			at := strings.LastIndex(text, test.old)
			before, after := text[:at], text[at+len(test.old):]
			want := test.fixed
			if want == "" {
				want = test.new
			}
			fixed, count := linter().Fix(authors.Document{Text: []byte(before + test.new + after)})
			if string(fixed) != before+want+after || (count > 0) != (test.fixed != "") {
				t.Errorf("%d places mended:\n%s", count, fixed)
			}
			if review := linter().Lint(authors.Document{Text: fixed}); test.fixed != "" && len(review.Findings) > 0 {
				t.Errorf("still faulty: %+v", review.Findings)
			}
		})
	}
}

func TestFixMendsAnInputWithNothingInIt(t *testing.T) {
	fixed, count := linter().Fix(authors.Document{Text: []byte(strings.Replace(good(t), `{"type": "object", "properties": {"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false}`, `{}`, 1))})
	if count != 1 || !strings.Contains(string(fixed), `"inputSchema": {"additionalProperties": false}`) {
		t.Errorf("%d: %s", count, fixed)
	}
}

func TestFixMendsALink(t *testing.T) {
	for before, after := range map[string]string{
		`{"mcp": {"schema_version": "1", "manifest": "/api/plugins/x/mcp"}}`:  `{"mcp": {"schema_version": "1", "manifest": "/api/plugins/x/mcp/"}}`,
		`{"schema_version": "1", "manifest": "https://h/api/plugins/x/mcp"}`:  `{"schema_version": "1", "manifest": "https://h/api/plugins/x/mcp/"}`,
		`{"schema_version": "1", "manifest": "https://h/api/plugins/x/info"}`: `{"schema_version": "1", "manifest": "https://h/api/plugins/x/info"}`,
	} {
		if fixed, _ := linter().Fix(authors.Document{Text: []byte(before)}); string(fixed) != after {
			t.Errorf("%s became %s", before, fixed)
		}
	}
}
