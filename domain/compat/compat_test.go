package compat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/compat"
	"mcpbridge/domain/strictjson"
)

// tool is a descriptor with one member of a test's own.
func tool(t *testing.T, members ...string) domain.Manifest {
	t.Helper()
	all := map[string]string{
		"name": `"run"`, "title": `"T"`, "description": `"D"`, "method": `"POST"`, "path": `"a/"`, "effect": `"write"`,
		"inputSchema": `{"type": "object", "additionalProperties": false}`,
		"annotations": `{"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}`,
	}
	for _, m := range members {
		name, value, _ := strings.Cut(m, "=")
		all[name] = value
	}
	var texts []string
	for name, value := range all {
		texts = append(texts, fmt.Sprintf("%q: %s", name, value))
	}
	return manifest(t, `{"schema_version": "1", "plugin": "p", "tools": [{`+strings.Join(texts, ", ")+`}]}`)
}

func manifest(t *testing.T, text string) domain.Manifest {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	m, err := domain.ParseManifest(v, v.Get("plugin").Text())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lines are the changes in short: the kind, the place, and ! if it breaks.
func lines(changes []compat.Change) string {
	var shown []string
	for _, c := range changes {
		mark := ""
		if c.Breaking {
			mark = "!"
		}
		shown = append(shown, fmt.Sprintf("%s%s %s%s", c.Kind, mark, c.Tool, c.Pointer))
	}
	return strings.Join(shown, "\n")
}

func TestSchemaChanges(t *testing.T) {
	const at = "run/inputSchema/properties/x"
	for name, test := range map[string]struct{ before, after, want string }{
		"nothing":                          {`{"type": "string"}`, `{"type": "string"}`, ``},
		"only words":                       {`{"type": "string"}`, `{"type": "string", "description": "d", "examples": ["a"]}`, "text " + at + "/description\ntext " + at + "/examples"},
		"words beside a list of values":    {`{"const": 1, "title": "a"}`, `{"const": 1, "title": "b"}`, "text " + at + "/title"},
		"a default is new":                 {`{"type": "null"}`, `{"type": "null", "default": null}`, "text " + at + "/default"},
		"the same default, written anew":   {`{"default": {"a": 1, "b": [2.0]}}`, `{"default": {"b": [2], "a": 1}}`, ``},
		"it is deprecated":                 {`{"deprecated": false}`, `{"deprecated": true}`, "text " + at + "/deprecated"},
		"it is read-only and write-only":   {`{"type": "null"}`, `{"type": "null", "readOnly": true, "writeOnly": true}`, "text " + at + "/readOnly\ntext " + at + "/writeOnly"},
		"words of what is new":             {`false`, `{"title": "a"}`, "widened " + at},
		"a type less":                      {`{"type": ["string", "null"]}`, `{"type": "string"}`, "narrowed! " + at + "/type"},
		"a type more":                      {`{"type": "string"}`, `{"type": ["string", "null"]}`, "widened " + at + "/type"},
		"another type":                     {`{"type": "string"}`, `{"type": "boolean"}`, "replaced! " + at + "/type"},
		"any type becomes one":             {`{}`, `{"type": "string"}`, "narrowed! " + at + "/type"},
		"true is any type":                 {`true`, `{}`, ``},
		"number takes integers":            {`{"type": "integer"}`, `{"type": "number"}`, "widened " + at + "/type"},
		"integer takes no fractions":       {`{"type": "number"}`, `{"type": "integer"}`, "narrowed! " + at + "/type"},
		"the same in another order":        {`{"type": ["null", "string"]}`, `{"type": ["string", "null"]}`, ``},
		"a value less":                     {`{"enum": [1, 2]}`, `{"enum": [2.0]}`, "narrowed! " + at + "/enum"},
		"a value more":                     {`{"enum": ["a"]}`, `{"enum": ["b", "a"]}`, "widened " + at + "/enum"},
		"another value":                    {`{"enum": ["a"]}`, `{"enum": ["b"]}`, "replaced! " + at + "/enum"},
		"a list is new":                    {`{}`, `{"enum": ["a"]}`, "narrowed! " + at + "/enum"},
		"a list is gone":                   {`{"enum": ["a"]}`, `{}`, "widened " + at + "/enum"},
		"another constant":                 {`{"const": 1}`, `{"const": 2}`, "replaced! " + at + "/const"},
		"the same constant":                {`{"const": 1}`, `{"const": 1.0}`, ``},
		"a constant null is new":           {`{}`, `{"const": null}`, "narrowed! " + at + "/const"},
		"a constant becomes a list":        {`{"const": "a"}`, `{"enum": ["a", "b"]}`, "widened " + at + "/enum"},
		"a list becomes a constant":        {`{"enum": ["a", "b"]}`, `{"const": "a"}`, "narrowed! " + at + "/enum"},
		"a list becomes its type":          {`{"enum": ["a"]}`, `{"type": "string"}`, "widened " + at + "/enum"},
		"a longer list and its type":       {`{"enum": ["a"]}`, `{"type": "string", "enum": ["a", "b"]}`, "widened " + at + "/enum"},
		"a list becomes another type":      {`{"enum": ["a", 1]}`, `{"type": "integer"}`, "replaced! " + at + "/enum"},
		"a list within a length":           {`{"enum": ["a", "bc"]}`, `{"type": "string", "maxLength": 2}`, "widened " + at + "/enum"},
		"a list beyond a length":           {`{"enum": ["a", "bc"]}`, `{"type": "string", "maxLength": 1}`, "replaced! " + at + "/enum"},
		"a list within bounds":             {`{"enum": [2, 4.0]}`, `{"type": "integer", "exclusiveMinimum": 1, "maximum": 4, "multipleOf": 2}`, "widened " + at + "/enum"},
		"a list beyond a bound":            {`{"enum": [2, 4]}`, `{"exclusiveMaximum": 4}`, "replaced! " + at + "/enum"},
		"a list off the step":              {`{"const": 3}`, `{"multipleOf": 2}`, "replaced! " + at + "/const"},
		"a listed value bounds keep out":   {`{"enum": [1, 9], "maximum": 5}`, `{"const": 1}`, ``},
		"a length that a list kept":        {`{"enum": ["a"], "maxLength": 3}`, `{"enum": ["a"]}`, ``},
		"a list of moments":                {`{"const": "2026-12-01T08:00:00Z"}`, `{"format": "date-time"}`, "widened " + at + "/const"},
		"a list of no moments":             {`{"const": "today"}`, `{"format": "date-time"}`, "replaced! " + at + "/const"},
		"either boolean becomes a list":    {`{"type": "boolean"}`, `{"enum": [true, false, "auto"]}`, "widened " + at + "/enum"},
		"a boolean less":                   {`{"type": "boolean"}`, `{"const": true}`, "narrowed! " + at + "/const"},
		"nothing but null":                 {`{"const": null}`, `{"type": "null"}`, ``},
		"a list of lists":                  {`{"enum": [[1], [1, 2]]}`, `{"items": {"type": "integer", "maximum": 2}, "uniqueItems": true}`, "widened " + at + "/enum"},
		"a list of other lists":            {`{"enum": [[1], [1, 1.0]]}`, `{"items": {"type": "integer"}, "uniqueItems": true}`, "replaced! " + at + "/enum"},
		"a list of objects":                {`{"const": {"a": 1}}`, `{"required": ["a"], "propertyNames": {"maxLength": 1}, "maxProperties": 1}`, "widened " + at + "/const"},
		"a list of objects less a member":  {`{"const": {"a": 1}}`, `{"required": ["b"]}`, "replaced! " + at + "/const"},
		"a list of objects, closed":        {`{"const": {"a": 1}}`, `{"additionalProperties": false}`, "replaced! " + at + "/const"},
		"a list of objects, misnamed":      {`{"const": {"a": 1}}`, `{"propertyNames": {"minLength": 2}}`, "replaced! " + at + "/const"},
		"a list that takes nothing":        {`{"enum": []}`, `{"const": 1}`, "widened " + at + "/enum"},
		"a list and a constant outside":    {`{"enum": ["a"], "const": "b"}`, `{"const": "b"}`, "widened " + at + "/enum"},
		"the same integers by exclusion":   {`{"type": "integer", "minimum": 1}`, `{"type": "integer", "exclusiveMinimum": 0}`, ``},
		"the same integers by a fraction":  {`{"type": "integer", "maximum": 1}`, `{"type": "integer", "exclusiveMaximum": 1.5}`, ``},
		"more integers by exclusion":       {`{"type": "integer", "minimum": 1}`, `{"type": "integer", "exclusiveMinimum": -1}`, "widened " + at + "/exclusiveMinimum"},
		"the excluded number is let in":    {`{"type": "number", "exclusiveMinimum": 5}`, `{"type": "number", "minimum": 5}`, "widened " + at + "/minimum"},
		"the number itself is out":         {`{"type": "number", "maximum": 5}`, `{"type": "number", "exclusiveMaximum": 5}`, "narrowed! " + at + "/exclusiveMaximum"},
		"the weaker of two bounds":         {`{"minimum": 3}`, `{"minimum": 3, "exclusiveMinimum": 1}`, ``},
		"a fraction excluded from below":   {`{"type": "integer", "minimum": 1.5}`, `{"type": "integer", "minimum": 2}`, ``},
		"no count is below 0":              {`{}`, `{"minLength": 0, "minItems": 0, "minProperties": 0}`, ``},
		"a bound of another type":          {`{"type": "string"}`, `{"type": "string", "minimum": 3, "maxItems": 1, "multipleOf": 2}`, ``},
		"every integer is a multiple of 1": {`{"type": "integer"}`, `{"type": "integer", "multipleOf": 0.5}`, ``},
		"not every integer is even":        {`{"type": "integer"}`, `{"type": "integer", "multipleOf": 2}`, "narrowed! " + at + "/multipleOf"},
		"a higher minimum":                 {`{"minimum": 1}`, `{"minimum": 2}`, "narrowed! " + at + "/minimum"},
		"a lower minimum":                  {`{"minimum": 2}`, `{"minimum": 1}`, "widened " + at + "/minimum"},
		"a minimum is new":                 {`{}`, `{"minimum": 0}`, "narrowed! " + at + "/minimum"},
		"a minimum is gone":                {`{"minimum": 0}`, `{}`, "widened " + at + "/minimum"},
		"equal minimums":                   {`{"minimum": 1}`, `{"minimum": 1.0}`, ``},
		"a higher maximum":                 {`{"maximum": 1}`, `{"maximum": 2}`, "widened " + at + "/maximum"},
		"a lower maximum":                  {`{"maximum": 9223372036854775808}`, `{"maximum": 9223372036854775807}`, "narrowed! " + at + "/maximum"},
		"exclusive bounds":                 {`{"exclusiveMinimum": 1, "exclusiveMaximum": 9}`, `{"exclusiveMinimum": 0, "exclusiveMaximum": 8}`, "widened " + at + "/exclusiveMinimum\nnarrowed! " + at + "/exclusiveMaximum"},
		"lengths":                          {`{"minLength": 1, "maxLength": 9}`, `{"minLength": 2, "maxLength": 10}`, "narrowed! " + at + "/minLength\nwidened " + at + "/maxLength"},
		"counts of items":                  {`{"minItems": 1}`, `{"maxItems": 9}`, "widened " + at + "/minItems\nnarrowed! " + at + "/maxItems"},
		"counts of members":                {`{"maxProperties": 9}`, `{"minProperties": 1}`, "narrowed! " + at + "/minProperties\nwidened " + at + "/maxProperties"},
		"a finer step":                     {`{"multipleOf": 6}`, `{"multipleOf": 3}`, "widened " + at + "/multipleOf"},
		"a coarser step":                   {`{"multipleOf": 0.5}`, `{"multipleOf": 1.5}`, "narrowed! " + at + "/multipleOf"},
		"another step":                     {`{"multipleOf": 2}`, `{"multipleOf": 3}`, "replaced! " + at + "/multipleOf"},
		"a step is new":                    {`{}`, `{"multipleOf": 3}`, "narrowed! " + at + "/multipleOf"},
		"a step is gone":                   {`{"multipleOf": 3}`, `{}`, "widened " + at + "/multipleOf"},
		"a format is new":                  {`{}`, `{"format": "date-time"}`, "narrowed! " + at + "/format"},
		"a format is gone":                 {`{"format": "date-time"}`, `{}`, "widened " + at + "/format"},
		"unique items":                     {`{"items": {"type": "string"}}`, `{"items": {"type": "string"}, "uniqueItems": true}`, "narrowed! " + at + "/uniqueItems"},
		"unique items no longer":           {`{"items": {"type": "string"}, "uniqueItems": true}`, `{"items": {"type": "string"}, "uniqueItems": false}`, "widened " + at + "/uniqueItems"},
		"items":                            {`{"items": {"maximum": 2}}`, `{"items": {"maximum": 1}}`, "narrowed! " + at + "/items/maximum"},
		"items are new":                    {`{}`, `{"items": false}`, "narrowed! " + at + "/items"},
		"names":                            {`{"propertyNames": {"maxLength": 1}}`, `{}`, "widened " + at + "/propertyNames/maxLength"},
		"a member is required":             {`{"required": ["a"]}`, `{"required": ["a", "b"]}`, "narrowed! " + at + "/required"},
		"a member is no longer required":   {`{"required": ["a"]}`, `{}`, "widened " + at + "/required"},
		"a member of an open object":       {`{}`, `{"properties": {"a": {"maxLength": 1}}}`, "narrowed! " + at + "/properties/a/maxLength"},
		"a member of a closed object":      {`{"additionalProperties": false}`, `{"additionalProperties": false, "properties": {"a": {}}}`, "widened " + at + "/properties/a"},
		"a member less in a closed object": {`{"additionalProperties": false, "properties": {"a": {}}}`, `{"additionalProperties": false}`, "narrowed! " + at + "/properties/a"},
		"a member less in an open object":  {`{"properties": {"a": {"type": "string"}}}`, `{}`, "widened " + at + "/properties/a/type"},
		"an object is closed":              {`{}`, `{"additionalProperties": false}`, "narrowed! " + at + "/additionalProperties"},
		"an object is opened":              {`{"additionalProperties": false}`, `{"additionalProperties": {"type": "string"}}`, "widened " + at + "/additionalProperties"},
		"closed and closed":                {`false`, `false`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			input := func(property string) domain.Manifest {
				return tool(t, `inputSchema={"type": "object", "properties": {"x": `+property+`}, "additionalProperties": false}`)
			}
			if got := lines(compat.Manifests(input(test.before), input(test.after))); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// What breaks a caller of the input breaks none that reads the output, and the
// other way round.
func TestOutputsBreakTheOtherWayRound(t *testing.T) {
	for name, test := range map[string]struct{ before, after, want string }{
		"narrowed":             {`{"maximum": 2}`, `{"maximum": 1}`, "narrowed run/outputSchema/maximum"},
		"widened":              {`{"maximum": 1}`, `{"maximum": 2}`, "widened! run/outputSchema/maximum"},
		"replaced":             {`{"const": 1}`, `{"const": 2}`, "replaced! run/outputSchema/const"},
		"within what it was":   {`{"type": "string", "maxLength": 2}`, `{"enum": ["a", "bc"]}`, "narrowed run/outputSchema/enum"},
		"beyond what it was":   {`{"type": "string", "maxLength": 2}`, `{"enum": ["a", "bcd"]}`, "replaced! run/outputSchema/enum"},
		"promised":             {`null`, `{"type": "object"}`, "narrowed run/outputSchema/type"},
		"no longer promised":   {`{"type": "object"}`, `null`, "widened! run/outputSchema/type"},
		"a member is promised": {`{"required": []}`, `{"required": ["a"]}`, "narrowed run/outputSchema/required"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lines(compat.Manifests(tool(t, "outputSchema="+test.before), tool(t, "outputSchema="+test.after))); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestToolChanges(t *testing.T) {
	destructive := `annotations={"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": false}`
	read := `annotations={"readOnlyHint": true, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}`
	for name, test := range map[string]struct {
		before, after []string
		want          string
	}{
		"a worse effect":  {nil, []string{`effect="destructive"`, destructive}, "effect! run/effect"},
		"a milder effect": {[]string{`effect="destructive"`, destructive}, nil, "effect run/effect"},
		"a read writes":   {[]string{`method="GET"`, `effect="read"`, read}, nil, "effect! run/effect\nrequest run/method"},
		"no body":         {[]string{`method="GET"`, `effect="read"`, read}, []string{`method="HEAD"`, `effect="read"`, read}, "request! run/method"},
		"another path":    {nil, []string{`path="b/"`}, "request run/path"},
		"texts":           {nil, []string{`title="t"`, `description="d"`}, "text run/title\ntext run/description"},
		"idempotent":      {nil, []string{`annotations={"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}`}, "hint run/annotations/idempotentHint\nhint run/annotations/openWorldHint"},
		"idempotent no longer": {
			[]string{`annotations={"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}`}, nil,
			"hint! run/annotations/idempotentHint",
		},
		"another tool": {nil, []string{`name="walk"`}, "removed! run\nadded walk"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lines(compat.Manifests(tool(t, test.before...), tool(t, test.after...))); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestAnotherPluginBreaks(t *testing.T) {
	other := tool(t)
	other.Plugin = "q"
	if got := lines(compat.Manifests(tool(t), other)); got != "replaced! /plugin" {
		t.Errorf("got %s", got)
	}
}

// Every keyword that judges values is compared: without it in the new schema,
// there is a change.
func TestEveryKeywordIsCompared(t *testing.T) {
	for keyword, value := range map[string]string{
		"type": `"string"`, "enum": `[1]`, "const": `1`, "properties": `{"a": false}`, "required": `["a"]`, "additionalProperties": `false`,
		"propertyNames": `false`, "minProperties": `1`, "maxProperties": `1`, "items": `false`, "minItems": `1`, "maxItems": `1`,
		"minLength": `1`, "maxLength": `1`, "format": `"date-time"`, "minimum": `1`, "maximum": `1`, "exclusiveMinimum": `1`,
		"exclusiveMaximum": `1`, "multipleOf": `2`,
	} {
		changes := compat.Manifests(tool(t, `outputSchema={"`+keyword+`": `+value+`}`), tool(t))
		if !slices.ContainsFunc(changes, func(c compat.Change) bool {
			return c.Kind == compat.Widened && strings.Contains(string(c.Pointer), keyword)
		}) {
			t.Errorf("%s: %s", keyword, lines(changes))
		}
	}
}

func TestAnnotationsAreToldWithTheirValuesIfThoseAreShort(t *testing.T) {
	tool := func(annotation string) domain.Manifest {
		return tool(t, `inputSchema={"type": "object", "additionalProperties": false, "properties": {"x": {`+annotation+`}}}`)
	}
	for _, test := range []struct{ before, after, want string }{
		{`"default": 5`, `"default": 10`, "default was 5 and is 10"},
		{`"type": "null"`, `"deprecated": true`, "deprecated is true now"},
		{`"default": true`, ``, "default is gone"},
		{`"default": "a"`, `"default": 1`, "default is another"},
		{`"description": "a"`, ``, "description is another"},
	} {
		changes := compat.Manifests(tool(test.before), tool(test.after))
		if len(changes) == 0 || changes[len(changes)-1].Message != test.want && changes[0].Message != test.want {
			t.Errorf("%s to %s: %+v", test.before, test.after, changes)
		}
	}
}
