package strictjson_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"mcpbridge/domain/strictjson"
)

// slow is how long no input within the limits may take.
const slow = time.Second

// FuzzParse proves that what is accepted is JSON, keeps its source and means
// the same when it is read again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0.5e+3,"\u00e9\ud83d\ude00",null,true,false,{}]}`, `{"a":1,"a":2}`, `"\ud800"`, "\ufeff{}", "1 2", "[[[[[[]]]]]]", "01", "NaN", "1e400", "\"\xff\"", `{"":{"":[]}}`, " \t\r\n0 ", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		v, err := strictjson.Parse(data, bounds())
		if took := time.Since(start); took > slow {
			t.Fatalf("took %s", took)
		}
		if err != nil {
			if v.Kind() != strictjson.Absent {
				t.Fatal("a value beside an error")
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("accepted, but encoding/json does not")
		}
		if !bytes.Equal(v.Raw(), bytes.Trim(data, " \t\r\n")) {
			t.Fatalf("Raw() = %q", v.Raw())
		}
		if v.Nodes() > bounds().Nodes || v.Depth() > bounds().Depth {
			t.Fatalf("%d nodes, depth %d", v.Nodes(), v.Depth())
		}
		again, err := strictjson.Parse(v.Raw(), bounds())
		if err != nil || again.Canonical() != v.Canonical() {
			t.Fatalf("read again: %v, %q for %q", err, again.Canonical(), v.Canonical())
		}
	})
}

// FuzzDecimal compares with exact arithmetic.
func FuzzDecimal(f *testing.F) {
	for _, seed := range [][2]string{{"7", "7.0"}, {"70e-1", "7"}, {"-0", "0.0"}, {"9007199254740993", "9007199254740992"}, {"1e400", "1e-400"}, {"0.10", "1E-1"}, {"-5", "5"}, {"100", "1e2"}, {"10.010", "1001e-2"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, okX := exact(a)
		y, okY := exact(b)
		if !okX || !okY {
			return
		}
		p, q := strictjson.ParseDecimal(a), strictjson.ParseDecimal(b)
		if (p == q) != (x.Cmp(y) == 0) {
			t.Errorf("%s and %s: %v, %v", a, b, p, q)
		}
		if p.IsIntegral() != x.IsInt() {
			t.Errorf("%s: IsIntegral() = %t", a, p.IsIntegral())
		}
		if strings.HasPrefix(p.Digits, "0") || strings.HasSuffix(p.Digits, "0") || p.Negative != (x.Sign() < 0) {
			t.Errorf("%s is not in its normal form: %+v", a, p)
		}
	})
}

// exact reads a number that the contract admits.
func exact(token string) (*big.Rat, bool) {
	v, err := strictjson.Parse([]byte(token), bounds())
	if err != nil || !v.Is(strictjson.Number) || v.Text() != token {
		return nil, false
	}
	return new(big.Rat).SetString(token)
}
