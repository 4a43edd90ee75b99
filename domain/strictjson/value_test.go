package strictjson_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

func bounds() strictjson.Bounds { return strictjson.Bounds{Bytes: 1 << 16, Depth: 24, Nodes: 2000} }

func parse(t *testing.T, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), bounds())
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func TestValueKnowsItsSource(t *testing.T) {
	root := parse(t, ` {"a" : [1.50 , {"b":"\u0063"}], "d":null , "e":true,"f":false} `)
	tests := []struct {
		name   string
		value  strictjson.Value
		kind   strictjson.Kind
		raw    string
		text   string
		offset int
	}{
		{"object", root, strictjson.Object, `{"a" : [1.50 , {"b":"\u0063"}], "d":null , "e":true,"f":false}`, "", 1},
		{"array", root.Get("a"), strictjson.Array, `[1.50 , {"b":"\u0063"}]`, "", 8},
		{"number", root.Get("a").Items()[0], strictjson.Number, "1.50", "1.50", 9},
		{"inner object", root.Get("a").Items()[1], strictjson.Object, `{"b":"\u0063"}`, "", 16},
		{"string", root.Get("a").Items()[1].Get("b"), strictjson.String, `"\u0063"`, "c", 21},
		{"null", root.Get("d"), strictjson.Null, "null", "", 37},
		{"true", root.Get("e"), strictjson.Bool, "true", "", 48},
		{"false", root.Get("f"), strictjson.Bool, "false", "", 57},
		{"no such member", root.Get("z"), strictjson.Absent, "", "", 0},
		{"member of an array", root.Get("a").Get("b"), strictjson.Absent, "", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := tt.value
			if v.Kind() != tt.kind || !v.Is(tt.kind) || string(v.Raw()) != tt.raw || v.Text() != tt.text || v.Offset() != tt.offset {
				t.Errorf("got %s %q %q at %d, want %s %q %q at %d", v.Kind(), v.Raw(), v.Text(), v.Offset(), tt.kind, tt.raw, tt.text, tt.offset)
			}
			if v.Truth() != (tt.raw == "true") {
				t.Errorf("Truth() = %t", v.Truth())
			}
		})
	}
}

func TestNodesAndDepth(t *testing.T) {
	tests := []struct {
		text         string
		nodes, depth int
	}{
		{"1", 1, 0}, {"[]", 1, 0}, {"{}", 1, 0}, {"[1]", 2, 1}, {`{"a":1}`, 2, 1}, {"[[],[[]]]", 4, 2}, {`{"a":{"b":[1,2]},"c":3}`, 6, 3}, {`[[1],2]`, 4, 2},
	}
	for _, tt := range tests {
		if v := parse(t, tt.text); v.Nodes() != tt.nodes || v.Depth() != tt.depth {
			t.Errorf("%s has %d nodes and depth %d, want %d and %d", tt.text, v.Nodes(), v.Depth(), tt.nodes, tt.depth)
		}
	}
}

func TestMembersKeepTheirOrder(t *testing.T) {
	var names []string
	for _, m := range parse(t, `{"b":1,"a":2,"c":3}`).Members() {
		names = append(names, m.Name)
	}
	if !slices.Equal(names, []string{"b", "a", "c"}) {
		t.Errorf("members %v", names)
	}
}

func TestRawCannotBeAppendedInto(t *testing.T) {
	root := parse(t, `{"a":[1],"b":2}`)
	for _, v := range []strictjson.Value{root.Get("a"), root.Get("b"), root.Get("a").Items()[0]} {
		_ = append(v.Raw(), '!')
	}
	if got := string(root.Raw()); got != `{"a":[1],"b":2}` {
		t.Errorf("appending to a part changed the document to %s", got)
	}
}

func TestFindingTellsTheOffset(t *testing.T) {
	tests := []struct {
		text   string
		offset int
	}{
		{`{"a":1,"a":2}`, 7}, {`[1,tru]`, 6}, {"\"a\xff\"", 2}, {`[1,1e999]`, 3}, {`{"a": 1e999}`, 6}, {"[]  x", 4}, {"1 2", 2}, {"[] {}", 3},
	}
	for _, tt := range tests {
		_, err := strictjson.Parse([]byte(tt.text), bounds())
		findings, ok := errors.AsType[fault.Findings](err)
		if !ok || len(findings) != 1 || findings[0].Offset != tt.offset {
			t.Errorf("Parse(%q) = %+v, want one finding at byte %d", tt.text, findings, tt.offset)
		}
	}
}

func TestWhatAnEditorDoesNotShowIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff{}": "begins with a byte order mark", "\ufeff": "begins with a byte order mark",
		"": "is empty", " \t\r\n": "is empty",
		"{": "strict JSON", "\u00a0{}": "strict JSON", " \ufeff{}": "strict JSON",
	} {
		if _, err := strictjson.Parse([]byte(text), bounds()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) fails with %v, want %q", text, err, want)
		}
	}
}

func TestKindNames(t *testing.T) {
	want := []string{"absent", "null", "boolean", "number", "string", "array", "object"}
	for i, name := range want {
		if got := strictjson.Kind(i).String(); got != name {
			t.Errorf("kind %d is %q, want %q", i, got, name)
		}
	}
}

// Digests of canonical texts are stored, so the texts are stable.
func TestCanonical(t *testing.T) {
	tests := []struct{ text, want string }{
		{"null", "null"}, {"true", "true"}, {"-1.50", "-15e-1"}, {"100", "1e2"}, {"-0", "e0"}, {`"\u0041\n"`, `"A\n"`}, {`[1,"a"]`, `[1e0,"a",]`}, {`{"b":[],"a":{}}`, `{"a":{},"b":[],}`},
	}
	for _, tt := range tests {
		if got := parse(t, tt.text).Canonical(); got != tt.want {
			t.Errorf("Canonical(%s) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWhatIsNoValueIsNotCounted(t *testing.T) {
	_, err := strictjson.Parse([]byte("[0,x]"), strictjson.Bounds{Bytes: 100, Depth: 1, Nodes: 2})
	if findings, _ := errors.AsType[fault.Findings](err); len(findings) != 1 || findings[0].Rule != fault.JSONSyntax {
		t.Errorf("findings %v, want %s", findings, fault.JSONSyntax)
	}
}

func TestANameIsAString(t *testing.T) {
	if name := strictjson.NameOf(strictjson.Member{Name: "\u00e9"}); !name.Is(strictjson.String) || name.Text() != "\u00e9" || name.Canonical() != "\"\u00e9\"" {
		t.Errorf("got %s %q", name.Kind(), name.Canonical())
	}
}
