package netbox

import (
	"testing"

	"mcpbridge/domain/fault"
)

func TestWhetherANetBoxAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		answer answer
		code   fault.Code // "" if it does
	}{
		"with its plugins":        {answer{body: `{}`}, ""},
		"with a refusal":          {answer{status: 403}, ""},
		"with a demand to log in": {answer{status: 401}, ""},
		"with a redirect":         {answer{status: 301}, fault.SourceRedirect},
		"with an error":           {answer{status: 500}, fault.SourceStatus},
		"as a proxy without it":   {answer{status: 502}, fault.SourceStatus},
		"not at all":              {answer{fault: fault.New(fault.SourceDown, "down")}, fault.SourceDown},
	} {
		t.Run(name, func(t *testing.T) {
			fetcher := fakeNetBox(map[string]answer{"/api/plugins/": test.answer})
			err := plugins(t, fetcher, 1).Answers(t.Context())
			if (err == nil) != (test.code == "") || err != nil && fault.Of(err).Code != test.code {
				t.Errorf("got %v, want %q", err, test.code)
			}
			if asked := fetcher.FetchCalls(); len(asked) != 1 || !asked[0].Request.Authorization.IsZero() {
				t.Errorf("asked %+v; no credential may be sent", asked)
			}
		})
	}
}
