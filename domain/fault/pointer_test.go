package fault_test

import (
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain/fault"
)

func TestPointer(t *testing.T) {
	tests := []struct {
		name string
		got  fault.Pointer
		want fault.Pointer
	}{
		{"a member", fault.Pointer("").Member("a"), "/a"},
		{"the empty name", fault.Pointer("/a").Member(""), "/a/"},
		{"slash and tilde", fault.Pointer("").Member("a/b~c~1"), "/a~1b~0c~01"},
		{"an index", fault.Pointer("/a").Index(10), "/a/10"},
		{"64 characters are shown", fault.Pointer("").Member(strings.Repeat("n", 64)), fault.Pointer("/" + strings.Repeat("n", 64))},
		{"65 characters are counted", fault.Pointer("").Member(strings.Repeat("n", 65)), "/(a name of 65 characters)"},
		{"a control is not shown", fault.Pointer("").Member("a\x1fb"), "/(a name of 3 characters)"},
		{"DEL is not shown", fault.Pointer("").Member("a\x7f"), "/(a name of 2 characters)"},
		{"other scripts are not shown", fault.Pointer("").Member("éé"), "/(a name of 2 characters)"},
		{"space and tilde are the ends of what is shown", fault.Pointer("").Member(" ~"), "/ ~0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

func TestPointersHaveOneOrder(t *testing.T) {
	ordered := []fault.Pointer{"", "/0", "/1", "/2", "/10", "/", "/1a", "/a", "/a/1", "/a/2", "/a/10", "/a/b", "/b"}
	for i, p := range ordered {
		for j, q := range ordered {
			if got, want := p.Compare(q), compare(i, j); got != want {
				t.Errorf("%q.Compare(%q) = %d, want %d", p, q, got, want)
			}
		}
	}
}

func compare(i, j int) int {
	switch {
	case i < j:
		return -1
	case i > j:
		return 1
	default:
		return 0
	}
}

// FuzzPointerOrder proves that any three pointers have one order.
func FuzzPointerOrder(f *testing.F) {
	f.Add("/tools/2", "/tools/10", "/tools/1a")
	f.Add("", "/", "//")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		all := []fault.Pointer{fault.Pointer(a), fault.Pointer(b), fault.Pointer(c)}
		slices.SortFunc(all, fault.Pointer.Compare)
		if all[0].Compare(all[1]) > 0 || all[1].Compare(all[2]) > 0 || all[0].Compare(all[2]) > 0 {
			t.Errorf("%q have no order", all)
		}
		if fault.Pointer(a).Compare(fault.Pointer(b)) != -fault.Pointer(b).Compare(fault.Pointer(a)) {
			t.Errorf("%q and %q do not agree which is first", a, b)
		}
	})
}
