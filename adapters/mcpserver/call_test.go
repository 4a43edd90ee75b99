package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// call sends raw arguments and returns the structured content as text.
func call(t *testing.T, session *mcp.ClientSession, tool, arguments string) (string, bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

// requestIDs are what differs between two equal errors.
var requestIDs = regexp.MustCompile(`,"request_id":"[A-Z2-7]{26}"`)

func TestCallAnswersInBothEras(t *testing.T) {
	w := &world{
		gate: fault.New(fault.GateClosed, "closed"),
		dispatch: func(context.Context, domain.Target) domain.Exchange {
			return answered(200, `{"big": 10000000000000000000001, "exact": 1.10, "text": "<&>"}`)
		},
	}
	for _, revision := range []string{handshake, modern} {
		session := connect(t, w, revision)
		for name, test := range map[string]struct {
			tool, arguments, want string
			isError               bool
		}{
			"a read keeps the tokens": {CallTool, `{"plugin":"p","tool":"look"}`,
				`{"outcome":"completed","plugin":"p","tool":"look","effect":"read","status":200,"body":{"big":10000000000000000000001,"exact":1.10,"text":"<&>"}}`, false},
			"a dry run keeps the tokens": {CallTool, `{"plugin":"p","tool":"add","dry_run":true,"arguments":{"n": 1.10, "m":9223372036854775807},"header":["X-Branch: b"]}`,
				`{"outcome":"previewed","plugin":"p","tool":"add","effect":"write","request":{"method":"POST","path":"/p/add/","headers":["X-Branch: b"],"body":{"n":1.10,"m":9223372036854775807}},"notice":"` + answer.PreviewNotice + `"}`, false},
			"the closed gate": {CallTool, `{"plugin":"p","tool":"add"}`,
				`{"outcome":"refused","plugin":"p","tool":"add","effect":"write","code":"gate_closed","message":"closed","stage":"gate","retry":"safe","next":"` + fault.GateClosed.Entry().Next + `"}`, true},
			"an unknown plugin": {ListTool, `{"plugin":"q"}`,
				`{"outcome":"refused","code":"plugin_not_listed","message":"not listed","stage":"discovery","retry":"safe","next":"` + fault.PluginNotListed.Entry().Next + `"}`, true},
		} {
			got, isError := call(t, session, test.tool, test.arguments)
			got = requestIDs.ReplaceAllString(got, "")
			if got != test.want || isError != test.isError {
				t.Errorf("%s, %s:\n got %s (error %v)\nwant %s (error %v)", revision, name, got, isError, test.want, test.isError)
			}
		}
	}
}

func TestMalformedRequestsAreToldWhereAndWhy(t *testing.T) {
	session := connect(t, &world{}, "")
	for name, test := range map[string]struct{ tool, arguments, pointer, rule, says string }{
		"unknown member":        {CallTool, `{"plugin":"p","tool":"look","argumnets":{}}`, "/argumnets", "member_unknown", "plugin, tool, arguments, dry_run, header, token, acknowledge_unknown"},
		"missing tool":          {CallTool, `{"plugin":"p"}`, "/tool", "member_missing", "missing"},
		"null tool":             {CallTool, `{"plugin":"p","tool":null}`, "/tool", "member_missing", "missing"},
		"empty plugin":          {CallTool, `{"plugin":"","tool":"look"}`, "/plugin", "member_missing", "empty"},
		"dry_run of wrong type": {CallTool, `{"plugin":"p","tool":"look","dry_run":"true"}`, "/dry_run", "member_type", "boolean"},
		"header of wrong type":  {CallTool, `{"plugin":"p","tool":"look","header":"X: y"}`, "/header", "member_type", "array"},
		"header with a number":  {CallTool, `{"plugin":"p","tool":"look","header":[1]}`, "/header", "member_type", "strings"},
		"duplicate member":      {CallTool, `{"plugin":"p","plugin":"q","tool":"look"}`, "/plugin", "json_duplicate_name", "twice"},
		"arguments as a string": {CallTool, `{"plugin":"p","tool":"look","arguments":"{}"}`, "", "member_type", "object"},
		"a token with CR":       {ListTool, `{"token":"a\rb"}`, "/token", "token_form", "CR"},
		"list as an array":      {ListTool, `[]`, "", "member_type", "object"},
	} {
		t.Run(name, func(t *testing.T) {
			text, isError := call(t, session, test.tool, test.arguments)
			var result answer.Result
			if err := json.Unmarshal([]byte(text), &result); err != nil {
				t.Fatal(err)
			}
			if !isError || result.Outcome != domain.Refused || len(result.Findings) != 1 {
				t.Fatalf("got %s", text)
			}
			f := result.Findings[0]
			if f.Pointer != test.pointer || string(f.Rule) != test.rule || !strings.Contains(f.Message, test.says) {
				t.Errorf("finding %+v", f)
			}
		})
	}
}

func TestACallThatCannotBeReadIsRecorded(t *testing.T) {
	w := &world{}
	call(t, connect(t, w, ""), CallTool, `{"plugin":"p","tool":"look","dry_run":1}`)
	if len(w.noted) != 1 || w.noted[0].Plugin != "p" || w.noted[0].Principal != app.LocalPrincipal || w.noted[0].Code != fault.RequestInvalid {
		t.Errorf("recorded %+v", w.noted)
	}
}

func TestListShowsTheCatalog(t *testing.T) {
	w := &world{scan: func(context.Context, ports.Progress) (domain.Catalog, error) {
		return domain.NewCatalog(catalog(t), []domain.Problem{{Plugin: "q", Fault: fault.New(fault.ManifestInvalid, "bad")}}, 2), nil
	}}
	text, isError := call(t, connect(t, w, ""), ListTool, `{"token":"nbt_k.s"}`)
	want := `{"schema_version":"1","tools":[` +
		`{"plugin":"p","name":"add","qualified_name":"p.add","title":"T","description":"D","method":"POST","path":"add/","request_path":"/p/add/","effect":"write","inputSchema":{"type":"object","additionalProperties":false,"properties":{"n":{"type":"number","maximum":10000000000000000000001}}},"outputSchema":null,"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}},` +
		`{"plugin":"p","name":"look","qualified_name":"p.look","title":"T","description":"D","method":"GET","path":"look/","request_path":"/p/look/","effect":"read","inputSchema":{"type":"object","additionalProperties":false,"properties":{"n":{"type":"number","maximum":10000000000000000000001}}},"outputSchema":null,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}],` +
		`"problems":[{"plugin":"q","code":"manifest_invalid","error":"bad"}],"counts":{"plugins":2,"tools":2,"problems":1}}`
	if text != want || isError {
		t.Errorf("got %s", text)
	}
	if got := w.access[0]; got.Token.Reveal() != "nbt_k.s" || got.Principal != app.LocalPrincipal {
		t.Errorf("access %+v", got)
	}
}

func TestScanReportsProgressToWhoAsks(t *testing.T) {
	for _, revision := range []string{handshake, modern} {
		var mutex sync.Mutex
		var told []string
		all := make(chan struct{})
		w := &world{scan: func(_ context.Context, progress ports.Progress) (domain.Catalog, error) {
			progress(1, 2)
			progress(2, 2)
			return domain.Catalog{}, nil
		}}
		session := connectWith(t, w, revision, &mcp.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, request *mcp.ProgressNotificationClientRequest) {
				mutex.Lock()
				defer mutex.Unlock()
				told = append(told, fmt.Sprintf("%v %v/%v", request.Params.ProgressToken, request.Params.Progress, request.Params.Total))
				if len(told) == 2 {
					close(all)
				}
			},
		})
		params := &mcp.CallToolParams{Name: ListTool, Arguments: json.RawMessage(`{}`)}
		params.SetProgressToken("mine")
		if _, err := session.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		<-all
		if !slices.Equal(told, []string{"mine 1/2", "mine 2/2"}) {
			t.Errorf("%s: told %q", revision, told)
		}
	}
}

func TestCallsOfOneSessionRunInParallel(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	w := &world{dispatch: func(context.Context, domain.Target) domain.Exchange {
		both.Done()
		both.Wait() // each call waits for the other
		return answered(200, `{}`)
	}}
	session := connect(t, w, "")
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() {
			if text, isError := call(t, session, CallTool, `{"plugin":"p","tool":"look"}`); isError {
				t.Error(text)
			}
		})
	}
	calls.Wait()
}

func TestCancelledWriteInFlightIsUnknown(t *testing.T) {
	for _, revision := range []string{handshake, modern} {
		started, ended := make(chan struct{}), make(chan error, 1)
		w := &world{dispatch: func(ctx context.Context, _ domain.Target) domain.Exchange {
			close(started)
			<-ctx.Done()
			ended <- ctx.Err()
			return domain.Exchange{Reach: domain.Sent, Fault: fault.New(fault.Cancelled, "cancelled")}
		}}
		session := connect(t, w, revision)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-started; cancel() }()
		if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"add"}`)}); err == nil {
			t.Errorf("%s: the cancelled call was answered", revision)
		}
		if err := <-ended; err == nil {
			t.Errorf("%s: the dispatch was not cancelled", revision)
		}
	}
}

func TestPanicEndsOneCallOnly(t *testing.T) {
	w := &world{dispatch: func(context.Context, domain.Target) domain.Exchange { panic("broken") }}
	session := connect(t, w, "")
	text, isError := call(t, session, CallTool, `{"plugin":"p","tool":"add"}`)
	if !isError || !strings.Contains(text, `"outcome":"unknown"`) || !strings.Contains(text, `"code":"internal"`) || !strings.Contains(text, `"journal_id":"entry-1"`) || strings.Contains(text, "broken") {
		t.Errorf("got %s", text)
	}
	if _, isError := call(t, session, CallTool, `{"plugin":"p","tool":"add","dry_run":true}`); isError {
		t.Error("the server does not answer any more")
	}
}
