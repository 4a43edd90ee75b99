package fault_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mcpbridge/domain/fault"
)

// faulty is a finding in each of n tools.
func faulty(n, member int) fault.Findings {
	var all fault.Findings
	for i := range n {
		all = append(all, fault.Find(fault.Pointer("/tools").Index(i).Member(fmt.Sprintf("m%d", member)), fault.TextLength, "too long"))
	}
	return all
}

func pointers(findings fault.Findings) []string {
	var all []string
	for _, f := range findings {
		all = append(all, string(f.Pointer))
	}
	return all
}

func TestSorted(t *testing.T) {
	tests := []struct {
		name     string
		findings fault.Findings
		want     []string
	}{
		{"none", nil, nil},
		{"by offset, whatever the pointer", fault.Findings{{Pointer: "/a", Offset: 9}, {Pointer: "/b", Offset: 3}}, []string{"/b", "/a"}},
		{"by pointer where the offset is the same", fault.Findings{{Pointer: "/b"}, {Pointer: "/a"}, {Pointer: ""}}, []string{"", "/a", "/b"}},
		{"indexes by number", fault.Findings{{Pointer: "/t/10"}, {Pointer: "/t/9"}, {Pointer: "/t/x"}, {Pointer: "/t"}}, []string{"/t", "/t/9", "/t/10", "/t/x"}},
		{"equal findings once", fault.Findings{{Pointer: "/a", Rule: "r"}, {Pointer: "/a", Rule: "r"}}, []string{"/a"}},
		{"other rules at one place twice", fault.Findings{{Pointer: "/a", Rule: "s"}, {Pointer: "/a", Rule: "r"}}, []string{"/a", "/a"}},
		{"exactly ten stay", faulty(10, 0), pointers(faulty(10, 0))},
		{"ten of eleven, the first", faulty(11, 0), pointers(faulty(10, 0))},
		{
			"every part once before any twice", slices.Concat(faulty(1, 0), faulty(1, 1), faulty(1, 2), faulty(9, 3)),
			[]string{"/tools/0/m0", "/tools/0/m1", "/tools/1/m3", "/tools/2/m3", "/tools/3/m3", "/tools/4/m3", "/tools/5/m3", "/tools/6/m3", "/tools/7/m3", "/tools/8/m3"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := pointers(tt.findings.Sorted()); !slices.Equal(got, tt.want) {
				t.Errorf("Sorted() = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestFindingsOfOneDocumentAlwaysReadTheSame(t *testing.T) {
	findings := slices.Concat(faulty(7, 0), faulty(3, 1), faulty(12, 2), fault.Findings{{Rule: "b"}, {Rule: "a", Message: "y"}, {Rule: "a", Message: "x"}})
	want := findings.Error()
	for seed := range uint64(50) {
		shuffled := slices.Clone(findings)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if got := shuffled.Error(); got != want {
			t.Fatalf("order %d reads\n%s, want\n%s", seed, got, want)
		}
	}
}

func TestFindingsText(t *testing.T) {
	tests := []struct {
		name     string
		findings fault.Findings
		want     string
	}{
		{"the top has a name", fault.Findings{fault.Find("", "r", "is %d", 1)}, "at the top: is 1"},
		{"several", fault.Findings{fault.Find("/b", "r", "y"), fault.Find("/a", "r", "x")}, "at /a: x; at /b: y"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.findings.Error(); got != tt.want {
				t.Errorf("Error() = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWhatIsLeftOutIsCounted(t *testing.T) {
	tests := []struct {
		name     string
		findings fault.Findings
		want     string
	}{
		{"in parts that are shown", slices.Concat(faulty(6, 0), faulty(6, 1)), "12 faults, of which 10 are shown; at /tools/0/m0: "},
		{"in further parts", faulty(13, 0), "13 faults, of which 10 are shown (others are in /tools/10, /tools/11, /tools/12); at /tools/0/m0: "},
		{"a further part is named once", slices.Concat(faulty(11, 0), faulty(11, 1)), "22 faults, of which 10 are shown (others are in /tools/10); at /tools/0/m0: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.findings.Error(); !strings.HasPrefix(got, tt.want) {
				t.Errorf("Error() = %q, want it to start with %q", got, tt.want)
			}
		})
	}
	names := faulty(64, 0).Error()
	for i := range 64 {
		if !strings.Contains(names, fmt.Sprintf("/tools/%d", i)) {
			t.Errorf("tool %d is faulty, but not named in %q", i, names)
		}
	}
	many := faulty(12000, 0).Error()
	named := many[strings.Index(many, " (others are in"):strings.Index(many, "…)")]
	if got, want := utf8.RuneCountInString(named+"…"), 700; got != want {
		t.Errorf("naming further parts takes %d characters, want %d", got, want)
	}
}

func TestErr(t *testing.T) {
	if err := (fault.Findings{}).Err(); err != nil {
		t.Errorf("Err() without findings = %v, want nil", err)
	}
	err := faulty(13, 0).Err()
	if all, ok := errors.AsType[fault.Findings](err); !ok || len(all) != 13 {
		t.Errorf("Err() = %v, want all 13 findings", err)
	}
}

func TestBelowMovesEveryPointerAndKeepsTheOffset(t *testing.T) {
	original := fault.Findings{fault.Find("/a", "r", "x").At(7), fault.Find("", "r", "y")}
	moved := original.Below("/in")
	want := fault.Findings{{Pointer: "/in/a", Rule: "r", Message: "x", Offset: 7}, {Pointer: "/in", Rule: "r", Message: "y"}}
	if !slices.Equal(moved, want) {
		t.Errorf("Below() = %v, want %v", moved, want)
	}
	if original[0].Pointer != "/a" {
		t.Error("Below changed the findings it was called on")
	}
}
