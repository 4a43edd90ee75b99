package mcpserver

import (
	"context"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Identity is how the server names itself to clients.
type Identity struct {
	Name    string
	Title   string
	Version string
}

// Server is the bridge as an MCP server. It is safe for concurrent use: the
// SDK runs the calls of one session in parallel.
type Server struct {
	lister *app.Lister
	caller *app.Caller
	log    *slog.Logger
	sdk    *mcp.Server

	noCallTokens bool

	life   context.Context // of all calls
	cancel context.CancelFunc
}

// New makes the server with its two tools, and with the journal's resources if
// a journal is kept; nil is none.
func New(identity Identity, lister *app.Lister, caller *app.Caller, journal ports.JournalReader, log *slog.Logger) *Server {
	s := &Server{lister: lister, caller: caller, log: log}
	s.life, s.cancel = context.WithCancel(context.Background())
	s.sdk = mcp.NewServer(
		&mcp.Implementation{Name: identity.Name, Title: identity.Title, Version: identity.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			Logger:       quiet(log),
			// The surface is fixed, so no change of it is ever announced.
			Capabilities: capabilities(journal),
			SetCacheable: keepPrivate,
		})
	s.sdk.AddTool(listToolsTool(), s.guard(s.listTools))
	s.sdk.AddTool(callToolTool(), s.guard(s.callTool))
	s.addJournal(journal)
	return s
}

func capabilities(journal ports.JournalReader) *mcp.ServerCapabilities {
	offered := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}
	if journal != nil {
		offered.Resources = &mcp.ResourceCapabilities{}
	}
	return offered
}

// Cancel cancels every call under way and every later one: the last step of a
// shutdown. A write that was on the wire ends as unknown.
func (s *Server) Cancel() { s.cancel() }

func (s *Server) listTools(ctx context.Context, request *mcp.CallToolRequest) *mcp.CallToolResult {
	asked, err := readListRequest(request.Params.Arguments)
	if err != nil {
		return showFault(err)
	}
	access, err := s.access(ctx, asked.token)
	if err != nil {
		return showFault(err)
	}
	catalog, err := s.lister.List(ctx, access, asked.plugin, progress(ctx, request))
	if err != nil {
		return showFault(err)
	}
	return showCatalog(catalog)
}

func (s *Server) callTool(ctx context.Context, request *mcp.CallToolRequest) *mcp.CallToolResult {
	asked, err := readCallRequest(request.Params.Arguments)
	if err != nil {
		return showFault(err)
	}
	if asked.Access, err = s.access(ctx, asked.Access.Token); err != nil {
		return showFault(err)
	}
	return showResult(s.caller.Call(withClient(ctx, request), asked))
}

// guard ends a call when the server does, and keeps a panic from ending the process and with it the other calls. As
// nobody knows what had been sent by then, the outcome is unknown.
func (s *Server) guard(handle func(context.Context, *mcp.CallToolRequest) *mcp.CallToolResult) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (result *mcp.CallToolResult, _ error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.life, cancel)()
		defer func() {
			if cause := recover(); cause != nil {
				s.log.ErrorContext(ctx, "a call panicked", "cause", cause, "stack", string(debug.Stack()))
				result = showResult(domain.Result{Outcome: domain.Unknown, Fault: fault.New(fault.Internal, "the bridge failed in the middle of the call")})
			}
		}()
		return handle(ctx, request), nil
	}
}

// keepPrivate lets no cache share a result: what a caller may see depends on
// who it is, in the journal's resources above all.
func keepPrivate(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
	c.CacheScope = "private"
}
