package kaptinlin

import (
	"strings"
	"testing"

	"github.com/kaptinlin/jsonschema"
)

func TestNothingCanBeFetched(t *testing.T) {
	if len(jsonschema.NewCompiler().Loaders) == 0 {
		t.Fatal("the library has no loaders of its own any more: the fence can go")
	}
	if loaders := newCompiler().Loaders; len(loaders) > 0 {
		t.Errorf("%d loaders are left", len(loaders))
	}
}

func TestDateTimesAreJudgedByTheContract(t *testing.T) {
	const laxOffset = "2020-01-01T+1:00:00Z"
	if !jsonschema.IsDateTime(laxOffset) {
		t.Fatal("the library refuses the offset by itself: the fence may go")
	}
	for text, holds := range map[string]bool{
		laxOffset:                   false,
		"2020-01-01T00:00:00":       false,
		"2020-01-01T00:00:60Z":      false,
		"2016-12-31T23:59:60Z":      true,
		"2017-01-01T08:59:60+09:00": true,
		"0001-01-01T00:00:00+00:01": false,
		"2020-01-01T00:00:00.0001Z": true,
	} {
		if findings := validate(t, New(), `{"format":"date-time"}`, `"`+text+`"`); (len(findings) == 0) != holds {
			t.Errorf("%s: got %v", text, findings)
		}
	}
}

func TestOtherCompilersKeepTheirFormats(t *testing.T) {
	newCompiler()
	other, err := jsonschema.NewCompiler().SetAssertFormat(true).Compile([]byte(`{"format":"date-time"}`))
	if err != nil {
		t.Fatal(err)
	}
	if !other.Validate("2020-01-01T+1:00:00Z").IsValid() {
		t.Error("the registration reached another compiler")
	}
}

func TestCountsOfAnySizeCompile(t *testing.T) {
	huge := "1" + strings.Repeat("0", 1000)
	for _, count := range []string{"1e300", huge, "9223372036854775808", "3000000000"} {
		for _, c := range []struct{ keyword, instance string }{{"maxLength", `"abc"`}, {"maxItems", `[1]`}, {"maxProperties", `{"a":1}`}} {
			if findings := validate(t, New(), `{"`+c.keyword+`":`+count+`}`, c.instance); len(findings) > 0 {
				t.Errorf("%s %.20s: got %v", c.keyword, count, findings)
			}
		}
		for _, c := range []struct{ keyword, instance string }{{"minLength", `"abc"`}, {"minItems", `[1]`}, {"minProperties", `{"a":1}`}} {
			if findings := validate(t, New(), `{"`+c.keyword+`":`+count+`}`, c.instance); len(findings) != 1 {
				t.Errorf("%s %.20s: got %v", c.keyword, count, findings)
			}
		}
	}
}

func TestReachableCounts(t *testing.T) {
	for token, want := range map[string]string{
		"0": "0", "-0": "0", "7": "7", "70": "70", "7.0": "7", "7e2": "700", "700e-2": "7", "0e5": "0",
		"1073741823": "1073741823", "1073741824": "1073741824", "1073741825": "1073741824", "1" + strings.Repeat("0", 1000): "1073741824",
	} {
		if got := string(reachable(mustParse(t, token))); got != want {
			t.Errorf("%.20s: got %s, want %s", token, got, want)
		}
	}
}
