package kaptinlin

import (
	"fmt"
	"testing"
)

func TestASchemaIsCompiledOnce(t *testing.T) {
	v := New()
	first, err := v.compile(mustSchema(t, `{"type":"string"}`))
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := v.compile(mustSchema(t, `{"type":"string"}`)); again != first {
		t.Error("the same text was compiled twice")
	}
	if other, _ := v.compile(mustSchema(t, `{"type": "string"}`)); other == first {
		t.Error("another text has the same compiled schema")
	}
}

func TestTheCacheForgetsWhatWasNotUsedForLongest(t *testing.T) {
	keys := make([]key, 4)
	for i := range keys {
		keys[i] = keyOf(mustSchema(t, fmt.Sprintf(`{"minimum":%d}`, i)))
	}
	for _, c := range []struct {
		name             string
		entries, maxSize int
	}{
		{"by number", 3, 1000},
		{"by size", 1000, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept := newCache(c.entries, c.maxSize)
			for _, k := range keys[:3] {
				kept.add(k, &node{}, 10)
			}
			kept.get(keys[0])
			kept.add(keys[3], &node{}, 10)
			for i, want := range []bool{true, false, true, true} {
				if _, got := kept.get(keys[i]); got != want {
					t.Errorf("schema %d: kept %t, want %t", i, got, want)
				}
			}
			if kept.size != 30 {
				t.Errorf("the size is counted as %d", kept.size)
			}
		})
	}
}

func TestTheFirstOfTwoEqualSchemasStays(t *testing.T) {
	kept, k, first := newCache(2, 100), keyOf(mustSchema(t, `{}`)), &node{}
	kept.add(k, first, 10)
	kept.add(k, &node{}, 10)
	if got, _ := kept.get(k); got != first || kept.size != 10 {
		t.Errorf("got the other one, or its size was counted: %d", kept.size)
	}
}
