package schema_test

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

func bounds() strictjson.Bounds { return strictjson.Bounds{Bytes: 256 << 10, Depth: 32, Nodes: 12000} }

func parse(t *testing.T, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), bounds())
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return v
}

func TestSchemaKeepsItsSource(t *testing.T) {
	const source = `{ "type" : "integer" }`
	s, err := schema.Parse(parse(t, source), schema.Output)
	if err != nil || s.IsZero() || string(s.Raw()) != source || s.Root().Get("type").Text() != "integer" {
		t.Errorf("Parse() = %s, %v", s.Raw(), err)
	}
	if !(schema.Schema{}).IsZero() {
		t.Error("the zero Schema is not zero")
	}
}

func TestRefusedSchemaIsNone(t *testing.T) {
	for _, text := range []string{"null", `{"type":"strng"}`, "{" + strings.Repeat(" ", schema.MaxBytes) + "}"} {
		if s, err := schema.Parse(parse(t, text), schema.Output); err == nil || !s.IsZero() {
			t.Errorf("%.20s: a schema beside %v", text, err)
		}
	}
}

func TestFindingsTellTheOffset(t *testing.T) {
	_, err := schema.Parse(parse(t, `{"type":"object","minLength":-1}`), schema.Output)
	findings, _ := errors.AsType[fault.Findings](err)
	if len(findings) != 1 || findings[0].Offset != len(`{"type":"object","minLength":`) {
		t.Errorf("findings %+v", findings)
	}
}

// FuzzSchema proves that a schema is accepted or refused for named reasons,
// and that an accepted one can be applied.
func FuzzSchema(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","additionalProperties":false,"properties":{"a":{"type":"integer"}}}`, `true`, `null`, `{"items":{"type":["string"]},"uniqueItems":true}`, `{"required":["a","a"]}`, `{"multipleOf":1e-300}`, `{"properties":{"a":null}}`, `{"$ref":"#"}`, `{"type":[1]}`, `{"minLength":1e2}`,
	} {
		f.Add([]byte(seed), []byte(`{"a":[1e20,7.0,"x"]}`), byte(0))
	}
	f.Fuzz(func(t *testing.T, source, instance []byte, role byte) {
		v, err := strictjson.Parse(source, bounds())
		if err != nil {
			return
		}
		start := time.Now()
		s, err := schema.Parse(v, schema.Role(role%3))
		if err == nil {
			if value, err := strictjson.Parse(instance, bounds()); err == nil {
				s.CheckIntegers(value)
			}
		}
		if took := time.Since(start); took > time.Second {
			t.Fatalf("took %s", took)
		}
		findings, _ := errors.AsType[fault.Findings](err)
		if (err == nil) != (len(findings) == 0) {
			t.Fatalf("refused without findings: %v", err)
		}
		for _, finding := range findings {
			if finding.Rule == "" || finding.Message == "" || finding.Offset < v.Offset() {
				t.Fatalf("finding %+v", finding)
			}
		}
		if err == nil && v.Is(strictjson.Object) && role%3 != byte(schema.Output) && (v.Get("type").Text() != "object" || v.Get("additionalProperties").Truth()) {
			t.Fatalf("accepted as an input: %s", source)
		}
	})
}

// FuzzDateTime compares with arithmetic that does not use the time package.
func FuzzDateTime(f *testing.F) {
	for _, seed := range []string{
		"2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "0001-01-01T00:59:60+01:00", "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-00:01", "0001-01-01T00:00:00+00:01", "2024-02-29t00:00:00.123456789z", "2023-02-29T00:00:00Z", "2024-01-02T24:00:00Z", "2024-01-02T03:04:05", "1900-02-28T23:59:60-23:59", "0000-12-31T23:59:60-00:01",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := schema.IsDateTime(text), isDateTime(text); got != want {
			t.Errorf("IsDateTime(%q) = %t, want %t", text, got, want)
		}
	})
}

// FuzzDateTimeFields does the same with texts that are always well formed.
func FuzzDateTimeFields(f *testing.F) {
	f.Add(uint16(2016), uint8(12), uint8(31), uint8(23), uint8(59), uint8(60), int16(0))
	f.Add(uint16(1), uint8(1), uint8(1), uint8(0), uint8(59), uint8(60), int16(60))
	f.Add(uint16(9999), uint8(12), uint8(31), uint8(22), uint8(59), uint8(60), int16(-60))
	f.Add(uint16(2000), uint8(3), uint8(1), uint8(5), uint8(44), uint8(60), int16(345))
	f.Fuzz(func(t *testing.T, year uint16, month, day, hour, minute, second uint8, offset int16) {
		sign, east := "+", int(offset)%(24*60)
		if east < 0 {
			sign, east = "-", -east
		}
		text := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d%s%02d:%02d", year%10000, month%14, day%33, hour%25, minute%61, second%62, sign, east/60, east%60)
		if got, want := schema.IsDateTime(text), isDateTime(text); got != want {
			t.Errorf("IsDateTime(%q) = %t, want %t", text, got, want)
		}
	})
}

// isDateTime is section 5's rule once more: a grammar, and days counted by hand.
func isDateTime(text string) bool {
	grammar := regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$`)
	m := grammar.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	field := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
	year, month, day, hour, minute, second := field(1), field(2), field(3), field(4), field(5), field(6)
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 60 || field(8) > 23 || field(9) > 59 {
		return false
	}
	east := field(8)*60 + field(9)
	if m[7] == "-" {
		east = -east
	}
	minuteOfDay := hour*60 + minute - east
	for minuteOfDay < 0 {
		minuteOfDay += 24 * 60
		if day--; day == 0 {
			if month--; month == 0 {
				year, month = year-1, 12
			}
			day = daysIn(year, month)
		}
	}
	for minuteOfDay >= 24*60 {
		minuteOfDay -= 24 * 60
		if day++; day > daysIn(year, month) {
			day = 1
			if month++; month == 13 {
				year, month = year+1, 1
			}
		}
	}
	if second == 60 && (minuteOfDay != 24*60-1 || day != daysIn(year, month) || (year == 9999 && month == 12)) {
		return false
	}
	return year >= 1 && year <= 9999
}

func daysIn(year, month int) int {
	leap := 0
	if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		leap = 1
	}
	return []int{31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
}
