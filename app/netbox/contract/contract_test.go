package contract_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/app/diagnosis"
	"mcpbridge/app/netbox/contract"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

const manifest = `{"schema_version": "1", "plugin": "p", "tools": [
	{"name": "find", "title": "T", "description": "D", "method": "GET", "path": "a/", "effect": "read",
	 "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", "minimum": 1}%[1]s}, "required": ["id"], "additionalProperties": false},
	 "outputSchema": {"type": "object", "required": ["id"]},
	 "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}},
	{"name": "add", "title": "T", "description": "D", "method": "POST", "path": "a/", "effect": "write",
	 "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", "minimum": 1}%[1]s}, "required": ["id"], "additionalProperties": false},
	 "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false}}]}`

// answer is what the plugin's views do; the zero answer keeps the checklist.
type answer struct {
	nobody    bool   // takes part
	property  string // a further one of both tools, with a comma before it
	allow     string // of the manifest
	kind      string // the Content-Type of the root
	anonymous int
	weak      int
	stranger  int // to the weaker token, for the listing
	sound     int
	body      string
	full      int    // to id=1&note=example
	fullBody  string // likewise
	broken    int
	fails     string // the query that is answered with 503
	rpc       int    // to a JSON-RPC request
}

func (a answer) exchange(r ports.Request) domain.Exchange {
	status, body, kind := 200, `{"id": 1}`, "application/json"
	allow := a.allow
	or := func(n, otherwise int) int {
		if n == 0 {
			return otherwise
		}
		return n
	}
	switch token := r.Authorization.Reveal(); {
	case token == "Token weak" && r.Path == "/api/plugins/":
		status = or(a.stranger, 200)
	case strings.HasSuffix(r.Path, "/sse/"):
		status = 404
	case r.Path == "/api/plugins/p/mcp/" && r.Method == "POST":
		status = or(a.rpc, 405)
	case r.Path == "/api/plugins/p/" && a.kind != "":
		kind = a.kind
	case r.Path != "/api/plugins/p/a/":
	case token == "":
		status = or(a.anonymous, 403)
	case token == "Token weak":
		status = or(a.weak, 403)
	case r.Query == "id=1" || string(r.Body) == `{"id": 1}`:
		status = or(a.sound, 200)
		if a.body != "" {
			body = a.body
		}
	case r.Query == "id=1&note=example":
		status = or(a.full, 200)
		if a.fullBody != "" {
			body = a.fullBody
		}
	case a.fails != "" && r.Query == a.fails:
		status = 503
	default:
		status = or(a.broken, 400)
	}
	headers := []domain.Header{{Name: "Content-Type", Value: kind}}
	if allow != "" {
		headers = append(headers, domain.Header{Name: "Allow", Value: allow})
	}
	return domain.Exchange{Reach: domain.Answered, Status: status, Headers: headers, Body: []byte(body)}
}

// run makes the checks and returns the requests that were sent.
func run(t *testing.T, a answer, options contract.Options) (diagnosis.Checklist, []ports.Request) {
	t.Helper()
	return runWith(t, a, options, kaptinlin.New())
}

func runWith(t *testing.T, a answer, options contract.Options, validator ports.SchemaValidator) (diagnosis.Checklist, []ports.Request) {
	t.Helper()
	var requests []ports.Request
	fetcher := &portsmock.FetcherMock{FetchFunc: func(_ context.Context, r ports.Request) domain.Exchange {
		requests = append(requests, r)
		return a.exchange(r)
	}}
	v, err := strictjson.Parse([]byte(fmt.Sprintf(manifest, a.property)), domain.ManifestBounds())
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := domain.ParseManifest(v, "p")
	if err != nil {
		t.Fatal(err)
	}
	var tools []domain.Tool
	for _, d := range parsed.Tools {
		tools = append(tools, domain.Tool{ToolDescriptor: d, Plugin: "p", RequestPath: "/api/plugins/p/" + d.Path})
	}
	catalog := domain.NewCatalog(tools, nil, 1)
	if a.nobody {
		catalog = domain.Catalog{}
	}
	source := &portsmock.ToolSourceMock{
		ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) { return catalog, nil },
		SelectFunc: func(_ context.Context, _ domain.Access, plugin string) (domain.Catalog, error) {
			switch plugin {
			case "unsound":
				return domain.Catalog{}, fault.New(fault.ManifestInvalid, "unsound")
			case "silent":
				return domain.Catalog{}, fault.New(fault.PluginNotAdvertising, "silent")
			}
			return catalog, nil
		},
	}
	tester := contract.New(source, fetcher, validator, domain.NewSecret("full"), slog.New(slog.DiscardHandler))
	return tester.Run(t.Context(), options), requests
}

// statuses are the checks of one subject, by name.
func statuses(list diagnosis.Checklist, tool string) map[string]diagnosis.Status {
	found := map[string]diagnosis.Status{}
	for _, c := range list.Checks {
		if c.Tool == tool {
			found[c.Name] = c.Status
		}
	}
	return found
}

// detail is that of one check.
func detail(list diagnosis.Checklist, tool, name string) string {
	for _, c := range list.Checks {
		if c.Tool == tool && c.Name == name {
			return c.Detail
		}
	}
	return "(no such check)"
}

func TestAPluginThatKeepsTheChecklistPassesWhole(t *testing.T) {
	list, _ := run(t, answer{allow: "GET, HEAD, OPTIONS"}, contract.Options{Weak: domain.NewSecret("weak"), Writes: true})
	if list.Count(diagnosis.Passed) != len(list.Checks) || len(list.Checks) != 14 {
		t.Errorf("%+v", list.Checks)
	}
}

func TestEachBreachOfTheChecklistIsFound(t *testing.T) {
	everything := contract.Options{Weak: domain.NewSecret("weak"), Writes: true}
	const note, impossible = `, "note": {"type": "string"}`, `, "note": {"type": "string", "minLength": 5, "maxLength": 4}`
	for name, test := range map[string]struct {
		answer answer
		tool   string
		check  string
		want   diagnosis.Status
	}{
		"a manifest that is written to":      {answer{allow: "GET, POST"}, "", "the manifest is read-only", diagnosis.Failed},
		"a manifest that tells no methods":   {answer{}, "", "the manifest is read-only", diagnosis.Skipped},
		"an event stream":                    {answer{kind: "text/event-stream; charset=utf-8"}, "", "there is no parallel MCP server", diagnosis.Failed},
		"JSON-RPC":                           {answer{rpc: 200}, "", "there is no parallel MCP server", diagnosis.Failed},
		"a credential among the arguments":   {answer{property: `, "api_token": {"type": "string"}`}, "find", "no argument is a credential", diagnosis.Failed},
		"a name that only begins like one":   {answer{property: `, "token_count": {"type": "integer"}`}, "find", "no argument is a credential", diagnosis.Passed},
		"a read for everybody":               {answer{anonymous: 200}, "find", "without a token it is refused", diagnosis.Failed},
		"a write for everybody":              {answer{anonymous: 201}, "add", "without a token it is refused", diagnosis.Failed},
		"validation before permissions":      {answer{anonymous: 400}, "find", "without a token it is refused", diagnosis.Warning},
		"a read for those without a right":   {answer{weak: 200}, "find", "with a weaker token it is refused", diagnosis.Failed},
		"a weaker token that nobody has":     {answer{stranger: 403}, "find", "with a weaker token it is refused", diagnosis.Failed},
		"an answer beside its schema":        {answer{body: `{"name": 1}`}, "find", "sound arguments are answered as outputSchema says", diagnosis.Failed},
		"an answer that is no JSON":          {answer{body: `<html>`}, "find", "sound arguments are answered as outputSchema says", diagnosis.Failed},
		"a redirect":                         {answer{sound: 301}, "find", "sound arguments are answered as outputSchema says", diagnosis.Failed},
		"nothing to find":                    {answer{sound: 404}, "find", "sound arguments are answered as outputSchema says", diagnosis.Warning},
		"a crash on a write":                 {answer{sound: 500}, "add", "sound arguments are answered as outputSchema says", diagnosis.Failed},
		"a crash on a read":                  {answer{sound: 500}, "find", "sound arguments are answered as outputSchema says", diagnosis.Failed},
		"a token without the right":          {answer{sound: 403}, "find", "sound arguments are answered as outputSchema says", diagnosis.Failed},
		"an optional argument":               {answer{property: note}, "find", "all arguments are answered as outputSchema says", diagnosis.Passed},
		"one that makes it ill":              {answer{property: note, full: 500}, "find", "all arguments are answered as outputSchema says", diagnosis.Failed},
		"one that changes the answer":        {answer{property: note, fullBody: `[]`}, "find", "all arguments are answered as outputSchema says", diagnosis.Failed},
		"one that finds nothing":             {answer{property: note, full: 404}, "find", "all arguments are answered as outputSchema says", diagnosis.Warning},
		"one that cannot be made up":         {answer{property: impossible}, "find", "all arguments are answered as outputSchema says", diagnosis.Skipped},
		"no optional argument":               {answer{}, "find", "all arguments are answered as outputSchema says", ""},
		"an optional argument of a write":    {answer{property: note}, "add", "all arguments are answered as outputSchema says", ""},
		"broken arguments that find nothing": {answer{broken: 404}, "find", "broken arguments are refused", diagnosis.Warning},
		"broken arguments that are taken":    {answer{broken: 200}, "find", "broken arguments are refused", diagnosis.Warning},
		"broken arguments that make it ill":  {answer{broken: 500}, "add", "broken arguments are refused", diagnosis.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			list, _ := run(t, test.answer, everything)
			if got := statuses(list, test.tool)[test.check]; got != test.want {
				t.Errorf("%q, want %q: %+v", got, test.want, list.Checks)
			}
			if list.Failed() != (test.want == diagnosis.Failed) {
				t.Errorf("the whole failed: %t", list.Failed())
			}
		})
	}
}

func TestEveryBrokenArgumentThatIsTakenIsShown(t *testing.T) {
	var twelve strings.Builder
	for i := range 12 {
		fmt.Fprintf(&twelve, `, "p%d": {"type": "boolean"}`, i)
	}
	const four = "an unknown argument: HTTP %[1]d, without id: HTTP %[1]d, id is no number: HTTP %[1]d, id is too small: HTTP %[1]d"
	for name, test := range map[string]struct {
		answer answer
		want   string
	}{
		"taken":          {answer{broken: 200}, fmt.Sprintf(four, 200) + "; let the serializer refuse what inputSchema does"},
		"failed":         {answer{broken: 500}, fmt.Sprintf(four, 500) + "; expected 400"},
		"more than ten":  {answer{broken: 500, property: twelve.String()}, "p5 is no boolean: HTTP 500 and 6 more; expected 400"},
		"some of either": {answer{broken: 200, fails: "id=0"}, "id is too small: HTTP 503, an unknown argument: HTTP 200, without id: HTTP 200, id is no number: HTTP 200; let the serializer refuse what inputSchema does; expected 400"},
	} {
		t.Run(name, func(t *testing.T) {
			list, _ := run(t, test.answer, contract.Options{})
			if got := detail(list, "find", "broken arguments are refused"); !strings.HasSuffix(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// In a query, nobody can tell a value from an array of that value alone.
func TestOnlyWhatAQueryShowsIsSentAsBroken(t *testing.T) {
	const names, numbers = `, "names": {"type": "array", "items": {"type": "string"}}`, `, "numbers": {"type": "array", "items": {"type": "integer"}}`
	list, _ := run(t, answer{broken: 500, property: names + numbers}, contract.Options{})
	got := detail(list, "find", "broken arguments are refused")
	if strings.Contains(got, "names") || !strings.Contains(got, "numbers is no array") {
		t.Errorf("got %q", got)
	}
}

func TestNothingIsWrittenWithoutLeave(t *testing.T) {
	list, requests := run(t, answer{}, contract.Options{})
	for _, r := range requests {
		if r.Method != "GET" && r.Method != "OPTIONS" {
			t.Errorf("sent %s %s", r.Method, r.Path)
		}
	}
	for name, status := range statuses(list, "add") {
		if want := map[bool]diagnosis.Status{true: diagnosis.Passed, false: diagnosis.Skipped}[name == "no argument is a credential"]; status != want {
			t.Errorf("%s: %s", name, status)
		}
	}
}

func TestAPluginWithoutAnOfferFails(t *testing.T) {
	list, requests := run(t, answer{}, contract.Options{Plugins: []string{"unsound", "silent"}})
	if len(requests) > 0 || list.Count(diagnosis.Failed) != 2 || list.Count(diagnosis.Passed) != 1 {
		t.Errorf("%d requests, %+v", len(requests), list.Checks)
	}
}

func TestTheSameTokenIsNoWeakerOne(t *testing.T) {
	list, _ := run(t, answer{}, contract.Options{Weak: domain.NewSecret("full")})
	if got := detail(list, "find", "with a weaker token it is refused"); !list.Failed() || !strings.Contains(got, "the one that may call every tool") {
		t.Errorf("%+v", list.Checks)
	}
}

func TestATestThatTestedNothingFails(t *testing.T) {
	list, requests := run(t, answer{nobody: true}, contract.Options{})
	if got := detail(list, "", "a plugin takes part"); !list.Failed() || len(requests) > 0 || !strings.Contains(got, "mcp-bridge doctor") {
		t.Errorf("%d requests, %+v", len(requests), list.Checks)
	}
}

// A validator that fails proves nothing of a plugin.
func TestNoPluginIsBlamedForADefectOfTheBridge(t *testing.T) {
	working := kaptinlin.New()
	for name, test := range map[string]struct {
		breaks func(instance strictjson.Value) bool
		check  string
	}{
		"arguments that should be sound":  {func(v strictjson.Value) bool { return v.Get("id").Text() == "1" && len(v.Members()) == 1 }, "sound arguments are answered as outputSchema says"},
		"arguments that should be broken": {func(v strictjson.Value) bool { return len(v.Members()) != 1 }, "broken arguments are refused"},
		"the answer":                      {func(v strictjson.Value) bool { return v.Get("answer").Text() == "yes" }, "sound arguments are answered as outputSchema says"},
	} {
		t.Run(name, func(t *testing.T) {
			list, _ := runWith(t, answer{body: `{"answer": "yes"}`}, contract.Options{}, &portsmock.SchemaValidatorMock{
				ValidateFunc: func(s schema.Schema, instance strictjson.Value) (fault.Findings, error) {
					if test.breaks(instance) {
						return nil, errors.New("s3cr3t")
					}
					return working.Validate(s, instance)
				},
			})
			for _, c := range list.Checks {
				if c.Tool != "find" || c.Name != test.check {
					continue
				}
				if c.Status != diagnosis.Failed || !strings.HasPrefix(c.Detail, "internal: ") || !strings.Contains(c.Detail, "a defect of the bridge") || strings.Contains(c.Detail, "s3cr3t") {
					t.Errorf("%+v", c)
				}
				return
			}
			t.Errorf("%q is not among %+v", test.check, list.Checks)
		})
	}
}

// A refusal because the sound write has made the same object before would pass for
// one of broken arguments.
func TestTheSoundWriteIsTheLast(t *testing.T) {
	_, requests := run(t, answer{}, contract.Options{Writes: true})
	var bodies []string
	for _, r := range requests {
		if r.Method == "POST" && r.Path == "/api/plugins/p/a/" && r.Authorization.Reveal() == "Token full" {
			bodies = append(bodies, string(r.Body))
		}
	}
	if len(bodies) < 2 || bodies[len(bodies)-1] != `{"id": 1}` {
		t.Errorf("wrote %q", bodies)
	}
}
