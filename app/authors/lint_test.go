package authors_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpbridge/app/authors"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func linter() authors.Linter { return authors.NewLinter(checkLink) }

// checkLink is a link rule as a source of truth may have it.
func checkLink(link, _ string) error {
	switch {
	case !strings.HasSuffix(link, "/"):
		return fault.Findings{fault.Find("", fault.LinkForm, "a link ends in a slash")}
	case !strings.HasSuffix(link, "/mcp/"):
		return fault.Findings{fault.Find("", fault.LinkTarget, "the link must lead to mcp/")}
	}
	return nil
}

func good(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/good.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// faulty is one change that breaks one rule of the good manifest. The finding
// must point at mark in the changed text: the first one after the change began.
type faulty struct {
	old, new string
	mark     string
	rule     fault.Rule
	pointer  fault.Pointer
}

func faults() map[string]faulty {
	long := func(n int) string { return strings.Repeat("x", n) }
	return map[string]faulty{
		"trailing comma":              {"false}\n    }\n", "false}\n    },\n", ",\n", fault.JSONSyntax, "/tools/2"},
		"comment":                     {`"effect": "write",`, "// note\n", `// note`, fault.JSONSyntax, "/tools/1"},
		"not UTF-8":                   {"Run a report", "Run a \xff", "\xff", fault.JSONUTF8, ""},
		"member twice":                {`"effect": "write"`, `"path": "x/"`, `"path": "x/"`, fault.JSONDuplicateName, "/tools/1/path"},
		"two documents":               {"  ]\n}\n", "  ]\n}\n{}\n", "{}", fault.JSONTrailing, ""},
		"number out of range":         {`"minimum": 0`, `"minimum": 1e999`, `1e999`, fault.NumberRange, "/tools/0/outputSchema/properties/count/minimum"},
		"number too long":             {`"maxLength": 20`, `"maxLength": ` + strings.Repeat("1", 1025), `111`, fault.NumberTooLong, "/tools/1/inputSchema/properties/note/maxLength"},
		"too deep":                    {`"maxLength": 20`, `"default": ` + strings.Repeat("[", 24) + strings.Repeat("]", 24), strings.Repeat("[", 5) + strings.Repeat("]", 5), fault.JSONTooDeep, ""},
		"no version":                  {`"schema_version": "1",`, ``, `{`, fault.MemberMissing, "/schema_version"},
		"other version":               {`"schema_version": "1"`, `"schema_version": "2"`, `"2"`, fault.Version, "/schema_version"},
		"plugin name":                 {`"plugin": "example"`, `"plugin": "Example"`, `"Example"`, fault.NamePlugin, "/plugin"},
		"unknown member":              {`"plugin"`, `"homepage": "x", "plugin"`, `"x"`, fault.MemberUnknown, "/homepage"},
		"tools are no array":          {`"tools": [`, `"tools": 7, "x": [`, `7`, fault.MemberType, "/tools"},
		"tool name":                   {`"run_report"`, `"run-report"`, `"run-report"`, fault.NameTool, "/tools/1/name"},
		"tool name twice":             {`"run_report"`, `"list_reports"`, `"list_reports"`, fault.NameDuplicate, "/tools/1/name"},
		"no title":                    {`"title": "Run a report",`, ``, `{`, fault.MemberMissing, "/tools/1/title"},
		"empty title":                 {`"Run a report"`, `""`, `""`, fault.TextLength, "/tools/1/title"},
		"long description":            {`"Starts a report."`, `"` + long(2001) + `"`, `"xxx`, fault.TextLength, "/tools/1/description"},
		"title is no text":            {`"Run a report"`, `7`, `7`, fault.MemberType, "/tools/1/title"},
		"method":                      {`"POST"`, `"post"`, `"post"`, fault.MethodUnknown, "/tools/1/method"},
		"effect":                      {`"effect": "write"`, `"effect": "writes"`, `"writes"`, fault.EffectUnknown, "/tools/1/effect"},
		"absolute path":               {`"reports/run/"`, `"/reports/run/"`, `"/reports/run/"`, fault.PathForm, "/tools/1/path"},
		"path without a slash":        {`"reports/run/"`, `"reports/run"`, `"reports/run"`, fault.PathForm, "/tools/1/path"},
		"path template":               {`"reports/run/"`, `"reports/{id}/"`, `"reports/{id}/"`, fault.PathForm, "/tools/1/path"},
		"path with dots":              {`"reports/run/"`, `"reports/../"`, `"reports/../"`, fault.PathForm, "/tools/1/path"},
		"read-only hint":              {`"readOnlyHint": false`, `"readOnlyHint": true`, `true`, fault.Hints, "/tools/1/annotations/readOnlyHint"},
		"destructive hint":            {`"readOnlyHint": false, "destructiveHint": false`, `"readOnlyHint": false, "destructiveHint": true`, `true`, fault.Hints, "/tools/1/annotations/destructiveHint"},
		"no hint":                     {`"openWorldHint": false}` + "\n    }\n  ]", `"x": 1}` + "\n    }\n  ]", ``, fault.MemberMissing, "/tools/1/annotations/openWorldHint"},
		"hint is no boolean":          {`"openWorldHint": false`, `"openWorldHint": "no"`, `"no"`, fault.MemberType, "/tools/1/annotations/openWorldHint"},
		"no inputSchema":              {`"inputSchema": {"type": "object", "properties": {"note": {"type": "string", "maxLength": 20}}, "additionalProperties": false},`, ``, `{`, fault.MemberMissing, "/tools/1/inputSchema"},
		"keyword":                     {`"maxLength": 20`, `"pattern": "^a"`, `"^a"`, fault.SchemaKeyword, "/tools/1/inputSchema/properties/note/pattern"},
		"reference":                   {`{"type": "string", "maxLength": 20}`, `{"$ref": "#/x"}`, `"#/x"`, fault.SchemaKeyword, "/tools/1/inputSchema/properties/note/$ref"},
		"type name":                   {`"note": {"type": "string"`, `"note": {"type": "strng"`, `"strng"`, fault.SchemaValue, "/tools/1/inputSchema/properties/note/type"},
		"negative length":             {`"maxLength": 20`, `"maxLength": -1`, `-1`, fault.SchemaValue, "/tools/1/inputSchema/properties/note/maxLength"},
		"required twice":              {`["scope"]`, `["scope", "scope"]`, `["scope", "scope"]`, fault.SchemaValue, "/tools/0/inputSchema/required"},
		"null subschema":              {`{"type": "integer"}`, `null`, `null`, fault.SchemaValue, "/tools/0/inputSchema/properties/ids/items"},
		"format":                      {`"date-time"`, `"uri"`, `"uri"`, fault.SchemaFormat, "/tools/0/inputSchema/properties/since/format"},
		"unique items of any type":    {`"outputSchema": {"type": "object"`, `"outputSchema": {"uniqueItems": true, "type": "object"`, `true`, fault.SchemaUnique, "/tools/0/outputSchema/uniqueItems"},
		"input is no object":          {`"inputSchema": {"type": "object", "properties": {"note"`, `"inputSchema": {"properties": {"note"`, `{"properties": {"note"`, fault.SchemaInput, "/tools/1/inputSchema/type"},
		"input is another type":       {`"inputSchema": {"type": "object", "properties": {"note"`, `"inputSchema": {"type": "array", "properties": {"note"`, `"array"`, fault.SchemaInput, "/tools/1/inputSchema/type"},
		"input open on purpose":       {`, "additionalProperties": false}`, `, "additionalProperties": true}`, `true`, fault.SchemaInput, "/tools/1/inputSchema/additionalProperties"},
		"open input":                  {`, "additionalProperties": false}`, `}`, `{"type": "object", "properties": {"note"`, fault.SchemaInput, "/tools/1/inputSchema/additionalProperties"},
		"object in a query":           {`"since": {"type": "string", "format": "date-time"}`, `"since": {"type": "object"}`, `{"type": "object"}`, fault.SchemaQuery, "/tools/0/inputSchema/properties/since"},
		"no tools":                    {`"tools": [`, `"tools": [], "x": [`, `[]`, fault.ToolCount, "/tools"},
		"effect against the method":   {`"effect": "write"`, `"effect": "read"`, `"read"`, fault.EffectMethod, "/tools/1/effect"},
		"schema nested too deep":      {`"maxLength": 20`, `"default": ` + strings.Repeat("[", 15) + strings.Repeat("]", 15), ``, fault.SchemaTooDeep, "/tools/1/inputSchema"},
		"schema with too many values": {`"maxLength": 20`, `"enum": [` + strings.Repeat("1,", 2050) + `1]`, ``, fault.SchemaTooManyNode, "/tools/1/inputSchema"},
		"schema with too many bytes":  {`"maxLength": 20`, `"description": "` + long(64<<10) + `"`, ``, fault.SchemaTooLarge, "/tools/1/inputSchema"},
	}
}

func TestEachFaultIsPointedAtInTheAuthorsFile(t *testing.T) {
	if count := len(faults()); count < 40 {
		t.Errorf("only %d faults", count)
	}
	for name, f := range faults() {
		t.Run(name, func(t *testing.T) {
			text := good(t)
			if !strings.Contains(text, f.old) {
				t.Fatalf("%q is not in the good manifest", f.old)
			}
			changed := strings.LastIndex(text, f.old)
			text = text[:changed] + f.new + text[changed+len(f.old):]
			review := linter().Lint(authors.Document{Name: "manifest.json", Text: []byte(text)})
			found := finding(review, f.rule, f.pointer)
			if found == nil {
				t.Fatalf("found %+v", review.Findings)
			}
			if want := placeOf(text, f, changed); fmt.Sprintf("%d:%d", found.Line, found.Column) != want {
				t.Errorf("at %d:%d, want %s", found.Line, found.Column, want)
			}
			if found.Remedy == "" {
				t.Error("there is no remedy")
			}
		})
	}
}

// finding is the one of that rule and place; every other must be of a fault
// that the change brings along.
func finding(review authors.Review, rule fault.Rule, pointer fault.Pointer) *authors.Finding {
	for _, f := range review.Findings {
		if f.Rule == rule && (pointer == "" || f.Pointer == pointer) {
			return &f
		}
	}
	return nil
}

// placeOf counts lines and characters by hand, up to the mark.
func placeOf(text string, f faulty, changed int) string {
	var at int
	switch {
	case f.rule == fault.MemberMissing && f.pointer == "/schema_version":
		at = 0
	case f.rule == fault.MemberMissing && strings.Contains(string(f.pointer), "annotations"):
		at = strings.LastIndex(text, `{"readOnlyHint"`)
	case f.rule == fault.MemberMissing:
		at = strings.LastIndex(text, "    {\n      \"name\"") + 4
	case f.mark == "":
		at = strings.LastIndex(text, `{"type": "object", "properties": {"note"`)
	case f.rule == fault.SchemaInput:
		at = strings.LastIndex(text, f.mark)
	default:
		at = changed + strings.Index(text[changed:], f.mark)
	}
	before := text[:at]
	line := strings.Count(before, "\n") + 1
	return fmt.Sprintf("%d:%d", line, utf8.RuneCountInString(before[strings.LastIndex(before, "\n")+1:])+1)
}

func TestAGoodManifestHasNoFinding(t *testing.T) {
	if review := linter().Lint(authors.Document{Text: []byte(good(t))}); len(review.Findings) > 0 || review.Kind != authors.Manifest {
		t.Errorf("%+v", review)
	}
}

func TestAllFindingsAreReported(t *testing.T) {
	text := strings.ReplaceAll(good(t), `"type": "string"`, `"type": "strng"`) // three of them
	text = strings.ReplaceAll(text, `"openWorldHint"`, `"open"`)               // four of them: two missing, two unknown
	text = strings.ReplaceAll(text, `"title"`, `"titel"`)                      // four
	text = strings.ReplaceAll(text, `"description"`, `"Description"`)          // four
	if review := linter().Lint(authors.Document{Text: []byte(text)}); len(review.Findings) != 15 {
		t.Errorf("%d findings", len(review.Findings))
	}
}

func TestAMismatchWithTheServingPluginIsFound(t *testing.T) {
	review := linter().Lint(authors.Document{Text: []byte(good(t)), Plugin: "other"})
	if len(review.Findings) != 1 || review.Findings[0].Rule != fault.PluginOther || review.Findings[0].Line != 3 {
		t.Errorf("%+v", review.Findings)
	}
}

func TestAdvertisements(t *testing.T) {
	for name, test := range map[string]struct {
		text    string
		rule    fault.Rule
		pointer fault.Pointer
		column  int
	}{
		"in a root":               {`{"reports": "/api/plugins/x/reports/", "mcp": {"schema_version": "1", "manifest": "/api/plugins/x/mcp/"}}`, "", "", 0},
		"bare":                    {`{"schema_version": "1", "manifest": "/api/plugins/x/mcp/"}`, "", "", 0},
		"bare, without a slash":   {`{"schema_version": "1", "manifest": "/api/plugins/x/mcp"}`, fault.LinkForm, "/manifest", 37},
		"in a root, elsewhere":    {`{"mcp": {"schema_version": "1", "manifest": "/api/plugins/x/"}}`, fault.LinkTarget, "/mcp/manifest", 45},
		"bare, of version 2":      {`{"schema_version": "2", "manifest": "/api/plugins/x/mcp/"}`, fault.Version, "/schema_version", 20},
		"in a root, is no object": {`{"mcp": []}`, fault.MemberType, "/mcp", 9},
		"null":                    {`{"mcp": null}`, fault.MemberMissing, "/mcp", 1},
	} {
		t.Run(name, func(t *testing.T) {
			review := linter().Lint(authors.Document{Text: []byte(test.text)})
			switch {
			case review.Kind != authors.Advertisement:
				t.Errorf("taken for a %s", review.Kind)
			case test.rule == "" && len(review.Findings) > 0, test.rule != "" && len(review.Findings) != 1:
				t.Errorf("found %+v", review.Findings)
			case test.rule != "" && (review.Findings[0].Rule != test.rule || review.Findings[0].Pointer != test.pointer || review.Findings[0].Column != test.column):
				t.Errorf("found %+v", review.Findings[0])
			}
		})
	}
}

func TestEveryRuleOfADocumentHasARemedy(t *testing.T) {
	call := []fault.Rule{fault.ArgumentCount, fault.HeaderCount, fault.HeaderForm, fault.HeaderDenied, fault.TokenForm, fault.IntegerForm}
	for _, r := range fault.Rules() {
		ofCall := strings.Contains(fmt.Sprint(call), string(r.Rule))
		if (authors.Remedy(r.Rule) == "") != ofCall {
			t.Errorf("%s: remedy %q", r.Rule, authors.Remedy(r.Rule))
		}
	}
}

// BenchmarkLint measures manifests of the greatest size: a sound one, and one
// with as many faults as its nodes allow.
func BenchmarkLint(b *testing.B) {
	for name, text := range map[string]string{"sound": sound(), "faulty": allFaults()} {
		text += strings.Repeat(" ", domain.MaxManifestBytes-len(text))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				linter().Lint(authors.Document{Text: []byte(text)})
			}
		})
	}
}

func sound() string {
	const tool = `{"name":"a%d","title":"t","description":"%s","method":"POST","path":"a/","effect":"write",
		"inputSchema":{"type":"object","properties":{"q":{"type":"string","description":"%[2]s"}},"additionalProperties":false},
		"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`
	var tools []string
	for i := range domain.MaxTools {
		tools = append(tools, fmt.Sprintf(tool, i, strings.Repeat("d", 1800)))
	}
	return `{"schema_version":"1","plugin":"example","tools":[` + strings.Join(tools, ",\n") + `]}`
}

func allFaults() string { return "{" + unknownMembers(11_990) + "}" }

func unknownMembers(count int) string {
	members := make([]string, count)
	for i := range members {
		members[i] = fmt.Sprintf(`"m%d":1`, i)
	}
	return strings.Join(members, ",")
}

func TestAReviewHasTheFirstFaultsAndCountsTheRest(t *testing.T) {
	for count, omitted := range map[int]int{authors.MaxFindings: 0, authors.MaxFindings + 1: 1} {
		text := strings.Replace(good(t), `{`, "{"+unknownMembers(count)+",", 1)
		review := linter().Lint(authors.Document{Text: []byte(text)})
		if len(review.Findings) != authors.MaxFindings || review.Omitted != omitted || review.Findings[0].Pointer != "/m0" {
			t.Errorf("%d faults: %d shown, %d omitted", count, len(review.Findings), review.Omitted)
		}
	}
}
