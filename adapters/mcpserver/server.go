package mcpserver

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
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
	lister    *app.Lister
	caller    *app.Caller
	observers []ports.Observer
	log       *slog.Logger
	sdk       *mcp.Server

	noCallTokens bool

	life   context.Context // of all calls
	cancel context.CancelFunc
}

// New makes the server with its two tools, whose calls the observers watch, and
// with the journal's resources if a journal is kept; nil is none.
func New(
	identity Identity, lister *app.Lister, caller *app.Caller, journal ports.JournalReader,
	observers []ports.Observer, log *slog.Logger,
) *Server {
	s := &Server{lister: lister, caller: caller, observers: observers, log: log}
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
	s.sdk.AddReceivingMiddleware(identify)
	s.sdk.AddTool(listToolsTool(), s.take(s.listTools, domain.Failed)) // it sends nothing but GETs
	s.sdk.AddTool(callToolTool(), s.take(s.callTool, domain.Unknown))
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

func (s *Server) listTools(ctx context.Context, request *mcp.CallToolRequest) reply {
	asked, err := readListRequest(request.Params.Arguments)
	if err != nil {
		return refused(err)
	}
	access, err := s.access(ctx, asked.token)
	if err != nil {
		return refused(err)
	}
	catalog, err := s.lister.List(ctx, access, asked.plugin, progress(ctx, request))
	if err != nil {
		return refused(err)
	}
	return reply{Result: domain.Result{Outcome: domain.Completed}, catalog: &catalog}
}

func (s *Server) callTool(ctx context.Context, request *mcp.CallToolRequest) reply {
	asked, err := readCallRequest(request.Params.Arguments)
	if err == nil {
		asked.Access, err = s.access(ctx, asked.Access.Token)
	}
	if err != nil {
		asked.Access.Principal = app.Principal(ctx)
		return reply{Result: s.caller.Refuse(ctx, asked, err)}
	}
	return reply{Result: s.caller.Call(withClient(ctx, request), asked)}
}

// keepPrivate lets no cache share a result: what a caller may see depends on
// who it is, in the journal's resources above all.
func keepPrivate(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
	c.CacheScope = "private"
}
