package mcpserver

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/redact"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// The protocol revisions of the two eras: with a handshake, and without.
const (
	handshake = "2025-11-25"
	modern    = "2026-07-28"
)

// world is the source of tools behind the server.
type world struct {
	scan     func(context.Context, ports.Progress) (domain.Catalog, error)
	dispatch func(context.Context, domain.Target) domain.Exchange
	gate     error
	approver ports.Approver // nil asks nobody
	journal  ports.JournalReader
	watchers []ports.Observer

	mutex  sync.Mutex
	access []domain.Access
	noted  []domain.Entry
}

func (w *world) note(_ context.Context, entry domain.Entry) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.noted = append(w.noted, entry)
}

func (w *world) record(access domain.Access) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.access = append(w.access, access)
}

// server is the bridge in front of the world.
func (w *world) server(t *testing.T) *Server {
	t.Helper()
	source := &portsmock.ToolSourceMock{
		ScanFunc: func(ctx context.Context, access domain.Access, progress ports.Progress) (domain.Catalog, error) {
			w.record(access)
			return w.scan(ctx, progress)
		},
		SelectFunc: func(_ context.Context, access domain.Access, plugin string) (domain.Catalog, error) {
			w.record(access)
			if plugin != "p" {
				return domain.Catalog{}, fault.New(fault.PluginNotListed, "not listed")
			}
			return domain.NewCatalog(append(catalog(t), newTool(t, "drop", "DELETE", domain.Destructive)), nil, 1), nil
		},
		DispatchFunc: func(ctx context.Context, _ domain.Access, target domain.Target) domain.Exchange {
			return w.dispatch(ctx, target)
		},
	}
	validator := &portsmock.SchemaValidatorMock{ValidateFunc: func(schema.Schema, strictjson.Value) (fault.Findings, error) { return nil, nil }}
	gate := &portsmock.MutationGateMock{AdmitFunc: func(context.Context, domain.Tool) error { return w.gate }}
	approver := w.approver
	if approver == nil {
		approver = &portsmock.ApproverMock{ApproveFunc: func(context.Context, domain.Proposal) (domain.Approval, error) { return domain.ApprovalOff, nil }}
	}
	journal := &portsmock.JournalMock{
		IntendFunc:         func(context.Context, domain.Entry) (string, error) { return "entry-1", nil },
		ConcludeFunc:       func(context.Context, string, domain.Conclusion) error { return nil },
		NoteFunc:           w.note,
		KeepsArgumentsFunc: func() bool { return false },
	}
	clock := &portsmock.ClockMock{NowFunc: time.Now}
	log := slog.New(slog.DiscardHandler)
	return New(Identity{Name: "mcp-bridge", Title: "MCP Bridge", Version: "test"}, app.NewLister(source, log),
		app.NewCaller(source, validator, gate, approver, journal, clock, redact.New(), log), w.journal, w.watchers, log)
}

// catalog is a read and a write of plugin p.
func catalog(t *testing.T) []domain.Tool {
	t.Helper()
	return []domain.Tool{newTool(t, "look", "GET", domain.Read), newTool(t, "add", "POST", domain.Write)}
}

// newTool is a tool of plugin p, with exact numbers in its schema.
func newTool(t *testing.T, name string, method domain.Method, effect domain.Effect) domain.Tool {
	t.Helper()
	document, err := strictjson.Parse([]byte(`{"type":"object","additionalProperties":false,"properties":{"n":{"type":"number","maximum":10000000000000000000001}}}`), domain.TargetBounds())
	if err != nil {
		t.Fatal(err)
	}
	input, err := schema.Parse(document, schema.QueryInput)
	if err != nil {
		t.Fatal(err)
	}
	return domain.Tool{Plugin: "p", RequestPath: "/p/" + name + "/", ToolDescriptor: domain.ToolDescriptor{
		Name: name, Title: "T", Description: "D", Method: method, Path: name + "/", Effect: effect, Input: input,
		Annotations: domain.Annotations{ReadOnly: effect == domain.Read, Destructive: effect == domain.Destructive},
	}}
}

// connect is a client's session with the server, in memory. The revision ""
// is the newest.
func connect(t *testing.T, w *world, revision string) *mcp.ClientSession {
	t.Helper()
	return connectWith(t, w, revision, nil)
}

func connectWith(t *testing.T, w *world, revision string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	near, far := mcp.NewInMemoryTransports()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = w.server(t).sdk.Run(context.Background(), far) // ends with the client
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options)
	session, err := client.Connect(t.Context(), near, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close(); <-ended })
	return session
}

func answered(status int, body string) domain.Exchange {
	return domain.Exchange{Reach: domain.Answered, Status: status, Body: []byte(body)}
}
