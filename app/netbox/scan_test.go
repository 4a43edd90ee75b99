package netbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func TestScanFindsEveryPluginAndHidesNone(t *testing.T) {
	answers := installation("good", "other_good")
	answers["/api/plugins/"] = answer{body: strings.Replace(listing("good", "silent", "null_member", "broken", "gone", "other_good", "odd"), "}",
		`,"null":"http://netbox.example/api/plugins/plain_http/","Not A Link":7,"again":"/api/plugins/good/"}`, 1)}
	answers["/api/plugins/silent/"] = answer{body: `{"things":"https://netbox.example/api/plugins/silent/things/"}`}
	answers["/api/plugins/null_member/"] = answer{body: `{"mcp":null}`}
	answers["/api/plugins/broken/"] = answer{body: advertisement("broken")}
	answers["/api/plugins/broken/mcp/"] = answer{body: manifest("someone_else", 1)}
	answers["/api/plugins/odd/"] = answer{body: `{"mcp":{"schema_version":"1","manifest":"/api/plugins/good/mcp/"}}`}

	catalog, err := plugins(t, fakeNetBox(answers), 8).Scan(t.Context(), domain.Access{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var tools []string
	for _, tool := range catalog.Tools {
		tools = append(tools, tool.QualifiedName()+" "+tool.RequestPath)
	}
	wantTools := []string{"good.tool_0 /api/plugins/good/things/", "other_good.tool_0 /api/plugins/other_good/things/"}
	if !slices.Equal(tools, wantTools) {
		t.Errorf("tools = %q, want %q", tools, wantTools)
	}
	var problems []string
	for _, problem := range catalog.Problems {
		problems = append(problems, problem.Plugin+" "+string(problem.Fault.Code))
	}
	wantProblems := []string{
		"Not A Link root_link_invalid", "broken manifest_invalid", "gone source_status",
		"good root_duplicate", "odd advertisement_invalid", "plain_http root_link_invalid",
	}
	if !slices.Equal(problems, wantProblems) {
		t.Errorf("problems = %q, want %q", problems, wantProblems)
	}
	if catalog.Plugins != 4 {
		t.Errorf("%d plugins take part, want 4: good, other_good, broken and odd", catalog.Plugins)
	}
}

// A panic on a goroutine of the scan would end the process.
func TestAPanicIsTheProblemOfOnePlugin(t *testing.T) {
	for _, path := range []string{"/api/plugins/bad/", "/api/plugins/bad/mcp/"} {
		answers := installation("good", "bad")
		answers[path] = answer{panics: true}
		source := plugins(t, fakeNetBox(answers), 2)
		catalog, err := source.Scan(t.Context(), domain.Access{}, nil)
		if err != nil || len(catalog.Tools) != 1 || len(catalog.Problems) != 1 ||
			catalog.Problems[0].Plugin != "bad" || catalog.Problems[0].Fault.Code != fault.Internal {
			t.Errorf("%s: got %+v, %v", path, catalog, err)
		}
	}
	answers := installation("bad")
	answers["/api/plugins/bad/"] = answer{panics: true}
	if _, err := plugins(t, fakeNetBox(answers), 2).Select(t.Context(), domain.Access{}, "bad"); err == nil || fault.Of(err).Code != fault.Internal {
		t.Errorf("got %v", err)
	}
}

func TestScanIsTheSameAtEveryConcurrency(t *testing.T) {
	var names []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("p%d", i))
	}
	answers := installation(names...)
	answers["/api/plugins/p7/mcp/"] = answer{body: "<html>"}
	one, err := plugins(t, fakeNetBox(answers), 1).Scan(t.Context(), domain.Access{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, concurrency := range []int{2, 8, 32} {
		many, err := plugins(t, fakeNetBox(answers), concurrency).Scan(t.Context(), domain.Access{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(contents(many), contents(one)) {
			t.Errorf("at %d: %q, one at a time: %q", concurrency, contents(many), contents(one))
		}
	}
}

// contents is everything of a catalog that a caller sees the order of.
func contents(catalog domain.Catalog) (all []string) {
	for _, tool := range catalog.Tools {
		all = append(all, tool.QualifiedName())
	}
	for _, problem := range catalog.Problems {
		all = append(all, problem.Plugin, problem.Fault.Message)
	}
	return all
}

func TestScanFailsAsAWhole(t *testing.T) {
	many := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("p%d", i))
		}
		return names
	}
	withTools := func(plugins, toolsEach int, last int) map[string]answer {
		answers := installation(many(plugins)...)
		for i := range plugins {
			name := fmt.Sprintf("p%d", i)
			count := toolsEach
			if i == plugins-1 {
				count = last
			}
			answers["/api/plugins/"+name+"/mcp/"] = answer{body: manifest(name, count)}
		}
		return answers
	}
	padded := func(bytes int) map[string]answer {
		answers := map[string]answer{"/api/plugins/": {body: listing("a", "b", "c")}}
		rest := bytes - len(listing("a", "b", "c"))
		for _, name := range []string{"a", "b"} {
			answers["/api/plugins/"+name+"/"] = answer{body: `{}` + strings.Repeat(" ", rest/3-2)}
			rest -= rest / 3
		}
		answers["/api/plugins/c/"] = answer{body: `{}` + strings.Repeat(" ", rest-2)}
		return answers
	}
	for name, test := range map[string]struct {
		answers map[string]answer
		want    fault.Code
	}{
		"exactly 128 roots":         {installation(many(128)...), ""},
		"129 roots":                 {installation(many(129)...), fault.ScanRoots},
		"exactly 512 tools":         {withTools(8, 64, 64), ""},
		"513 tools":                 {withTools(9, 64, 1), fault.ScanTools},
		"exactly 2 MiB":             {padded(2 << 20), ""},
		"2 MiB and one byte":        {padded(2<<20 + 1), fault.ScanBytes},
		"a listing that is no JSON": {map[string]answer{"/api/plugins/": {body: "<html>"}}, fault.SourceUnusable},
		"a listing that is a list":  {map[string]answer{"/api/plugins/": {body: "[]"}}, fault.SourceUnusable},
		"a forbidden listing":       {map[string]answer{"/api/plugins/": {status: 403, body: "{}"}}, fault.SourceStatus},
		"a redirected listing":      {map[string]answer{"/api/plugins/": {status: 301, body: "{}"}}, fault.SourceRedirect},
		"an unreachable listing":    {map[string]answer{"/api/plugins/": {fault: fault.New(fault.SourceDown, "down")}}, fault.SourceDown},
	} {
		t.Run(name, func(t *testing.T) {
			fetcher := fakeNetBox(test.answers)
			_, err := plugins(t, fetcher, 8).Scan(t.Context(), domain.Access{}, nil)
			if codeOf(err) != test.want {
				t.Errorf("error %v, want code %q", err, test.want)
			}
			if requests := len(fetcher.FetchCalls()); requests > domain.MaxScanRequests {
				t.Errorf("%d requests are more than %d", requests, domain.MaxScanRequests)
			}
		})
	}
}

func TestScanEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := installation("good", "slow")
		answers["/api/plugins/slow/mcp/"] = answer{hang: true}
		start := time.Now()
		_, err := plugins(t, fakeNetBox(answers), 8).Scan(t.Context(), domain.Access{}, nil)
		if codeOf(err) != fault.ScanTime || time.Since(start) != domain.MaxScanTime {
			t.Errorf("%v after %s, want %s after %s", err, time.Since(start), fault.ScanTime, domain.MaxScanTime)
		}
	})
}

func TestScanEndsWhenTheCallerCancels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := installation("good", "slow")
		answers["/api/plugins/slow/"] = answer{hang: true}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		_, err := plugins(t, fakeNetBox(answers), 8).Scan(ctx, domain.Access{}, nil)
		if codeOf(err) != fault.Cancelled || time.Since(start) != time.Second {
			t.Errorf("%v after %s, want %s after 1s", err, time.Since(start), fault.Cancelled)
		}
	})
}

func TestScanTellsItsProgressInOrder(t *testing.T) {
	var told []string
	_, err := plugins(t, fakeNetBox(installation("a", "b", "c")), 8).Scan(t.Context(), domain.Access{}, func(done, total int) {
		told = append(told, fmt.Sprintf("%d/%d", done, total))
	})
	if err != nil || !slices.Equal(told, []string{"1/3", "2/3", "3/3"}) {
		t.Errorf("told %v (%v)", told, err)
	}
}

func TestDiscoveryUsesTheCallsTokenOrTheConfiguredOne(t *testing.T) {
	for token, want := range map[string]string{"": "Token configured-token", "mine": "Token mine", "nbt_key.secret": "Bearer nbt_key.secret"} {
		fetcher := fakeNetBox(installation("a"))
		source := plugins(t, fetcher, 1)
		access := domain.Access{Token: domain.NewSecret(token)}
		if _, err := source.Scan(t.Context(), access, nil); err != nil {
			t.Fatal(err)
		}
		source.Dispatch(t.Context(), access, domain.Target{Method: "POST", Path: "/api/plugins/a/things/"})
		for _, call := range fetcher.FetchCalls() {
			if got := call.Request.Authorization.Reveal(); got != want {
				t.Errorf("%s %s with %q, want %q", call.Request.Method, call.Request.Path, got, want)
			}
		}
	}
}
