package mcpserver

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

type observedKey struct{}

// watcher notes what an observer is told, under its name.
type watcher struct {
	mutex sync.Mutex
	calls []ports.Call
	ended []domain.Result
	order []string
}

func (w *watcher) named(name string) ports.Observer {
	return &portsmock.ObserverMock{ObserveFunc: func(ctx context.Context, call ports.Call) (context.Context, func(domain.Result)) {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		w.order = append(w.order, "begin "+name)
		w.calls = append(w.calls, call)
		return context.WithValue(ctx, observedKey{}, name), func(result domain.Result) {
			w.mutex.Lock()
			defer w.mutex.Unlock()
			w.order = append(w.order, "end "+name)
			w.ended = append(w.ended, result)
		}
	}}
}

func TestAListThatPanicsHasFailed(t *testing.T) {
	w := &world{scan: func(context.Context, ports.Progress) (domain.Catalog, error) { panic("broken") }}
	if text, isError := call(t, connect(t, w, modern), ListTool, `{}`); !isError || !strings.Contains(text, `"outcome":"failed"`) || !strings.Contains(text, `"code":"internal"`) {
		t.Errorf("answered %s", text)
	}
}

func TestEveryEndOfACallIsObservedOnce(t *testing.T) {
	var seen watcher
	w := &world{
		watchers: []ports.Observer{seen.named("only")},
		scan:     func(context.Context, ports.Progress) (domain.Catalog, error) { return domain.Catalog{}, nil },
		dispatch: func(_ context.Context, target domain.Target) domain.Exchange {
			if target.Method == "DELETE" {
				panic("broken")
			}
			return answered(200, `{}`)
		},
		approver: &portsmock.ApproverMock{ApproveFunc: func(context.Context, domain.Proposal) (domain.Approval, error) {
			return domain.ApprovalOff, nil
		}},
	}
	session := connect(t, w, modern)
	for name, test := range map[string]struct {
		tool, arguments string
		outcome         domain.Outcome
		code            fault.Code
	}{
		"a list":                  {ListTool, `{}`, domain.Completed, ""},
		"a list that is refused":  {ListTool, `{"plugin":"q"}`, domain.Refused, fault.PluginNotListed},
		"a call":                  {CallTool, `{"plugin":"p","tool":"look"}`, domain.Completed, ""},
		"a call that panics":      {CallTool, `{"plugin":"p","tool":"drop"}`, domain.Unknown, fault.Internal},
		"a request that is wrong": {CallTool, `{"plugin":"p","tool":"look","evil":1}`, domain.Refused, fault.RequestInvalid},
	} {
		seen.calls, seen.ended = nil, nil
		text, _ := call(t, session, test.tool, test.arguments)
		if len(seen.calls) != 1 || len(seen.ended) != 1 || seen.calls[0].Tool != test.tool || seen.calls[0].Protocol != modern || seen.calls[0].Network {
			t.Fatalf("%s: observed %+v and %+v", name, seen.calls, seen.ended)
		}
		code := fault.Code("")
		if seen.ended[0].Fault != nil {
			code = seen.ended[0].Fault.Code
		}
		if seen.ended[0].Outcome != test.outcome || code != test.code {
			t.Errorf("%s: ended as %s %s", name, seen.ended[0].Outcome, code)
		}
		var shown struct {
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(text), &shown); err != nil {
			t.Fatal(err)
		}
		if test.code != "" && (shown.RequestID == "" || shown.RequestID != seen.calls[0].Request) {
			t.Errorf("%s: the error has the id %q, the observer was told %q", name, shown.RequestID, seen.calls[0].Request)
		}
		if test.code == "" && shown.RequestID != "" {
			t.Errorf("%s: a success has an id: %s", name, text)
		}
	}
}

func TestObserversNestAroundTheCall(t *testing.T) {
	var seen watcher
	var observedBy any
	var runsAs string
	w := &world{
		watchers: []ports.Observer{seen.named("outer"), seen.named("inner")},
		dispatch: func(ctx context.Context, _ domain.Target) domain.Exchange {
			observedBy, runsAs = ctx.Value(observedKey{}), app.RequestID(ctx)
			return answered(204, ``)
		},
	}
	session := connect(t, w, modern)
	_, _ = call(t, session, CallTool, `{"plugin":"p","tool":"look"}`)
	if want := []string{"begin outer", "begin inner", "end inner", "end outer"}; !reflect.DeepEqual(seen.order, want) {
		t.Errorf("order %q", seen.order)
	}
	if observedBy != "inner" {
		t.Errorf("the call ran in the context of %v", observedBy)
	}
	if runsAs == "" || runsAs != seen.calls[0].Request || runsAs != seen.calls[1].Request {
		t.Errorf("the call ran as %q, the observers were told %+v", runsAs, seen.calls)
	}
}

func TestACallerTellsOfItsTrace(t *testing.T) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	for name, test := range map[string]struct {
		meta          mcp.Meta
		parent, state string
	}{
		"both":          {mcp.Meta{"traceparent": parent, "tracestate": "a=b"}, parent, "a=b"},
		"nothing":       {mcp.Meta{}, "", ""},
		"not even text": {mcp.Meta{"traceparent": 7, "tracestate": []string{"a=b"}}, "", ""},
	} {
		for _, revision := range []string{handshake, modern} {
			var seen watcher
			w := &world{watchers: []ports.Observer{seen.named("only")}, dispatch: func(context.Context, domain.Target) domain.Exchange { return answered(200, `{}`) }}
			session := connect(t, w, revision)
			_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Meta: test.meta, Name: CallTool, Arguments: json.RawMessage(`{"plugin":"p","tool":"look"}`)})
			if err != nil || seen.calls[0].TraceParent != test.parent || seen.calls[0].TraceState != test.state {
				t.Errorf("%s, %s: told %+v, %v", name, revision, seen.calls, err)
			}
		}
	}
}

func TestNoTwoRequestsShareAnID(t *testing.T) {
	session := connect(t, &world{}, modern)
	first, _ := call(t, session, CallTool, `{}`)
	second, _ := call(t, session, CallTool, `{}`)
	a, b := requestIDs.FindString(first), requestIDs.FindString(second)
	if a == "" || a == b || strings.ReplaceAll(first, a, "") != strings.ReplaceAll(second, b, "") {
		t.Errorf("got %s and %s", first, second)
	}
}
