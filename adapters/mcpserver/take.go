package mcpserver

import (
	"context"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// handler carries out one call of one of the two tools.
type handler func(context.Context, *mcp.CallToolRequest) reply

// reply is the end of a call of either tool.
type reply struct {
	domain.Result
	catalog *domain.Catalog // of plugin_list_tools, if there is one
}

// refused is the end of a call that no use case took on.
func refused(err error) reply {
	return reply{Result: domain.Result{Outcome: domain.Refused, Fault: fault.Of(err)}}
}

// lifeKey is the key of what a call may not outlive.
type lifeKey struct{}

// withLife marks ctx with the life of the connection that its calls come by. It
// ends with the server's.
func withLife(ctx, life context.Context) context.Context {
	return context.WithValue(ctx, lifeKey{}, life)
}

// lifeOf is what a call may not outlive: its connection where that has a life of
// its own, or else the server.
func (s *Server) lifeOf(ctx context.Context) context.Context {
	if life, ok := ctx.Value(lifeKey{}).(context.Context); ok {
		return life
	}
	return s.life
}

// take is what both tools have in common: a call ends when its connection or the
// server does, is watched from beginning to end, and cannot take the process with
// it. lost is the outcome of a call of which nobody knows how far it came.
func (s *Server) take(handle handler, lost domain.Outcome) mcp.ToolHandler {
	return func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(s.lifeOf(ctx), cancel)()
		ctx, end := observe(ctx, s.observers, describe(ctx, request))
		reply := s.survive(ctx, request, handle, lost)
		end(reply.Result)
		return reply.show(app.RequestID(ctx)), nil
	}
}

// survive keeps a panic outside the use cases from ending the process and with it
// the other calls.
func (s *Server) survive(ctx context.Context, request *mcp.CallToolRequest, handle handler, lost domain.Outcome) (answer reply) {
	defer func() {
		if cause := recover(); cause != nil {
			s.log.ErrorContext(ctx, "a call panicked", "cause", cause, "stack", string(debug.Stack()))
			answer = reply{Result: domain.Result{Outcome: lost, Fault: fault.New(fault.Internal, "the bridge failed in the middle of the call")}}
		}
	}()
	return handle(ctx, request)
}

// describe is what observers are told of a call.
func describe(ctx context.Context, request *mcp.CallToolRequest) ports.Call {
	return ports.Call{
		Tool: request.Params.Name, Request: app.RequestID(ctx), Protocol: request.ProtocolVersion(), Network: request.Extra != nil,
		TraceParent: metaText(request, "traceparent"), TraceState: metaText(request, "tracestate"),
	}
}

// observe lets the observers watch a call, each inside of those before it.
func observe(ctx context.Context, observers []ports.Observer, call ports.Call) (context.Context, func(domain.Result)) {
	if len(observers) == 0 {
		return ctx, func(domain.Result) {}
	}
	outside, outer := observers[0].Observe(ctx, call)
	inside, inner := observe(outside, observers[1:], call)
	return inside, func(result domain.Result) { inner(result); outer(result) }
}

// metaText is a text in the request's _meta, "" if there is none of that name.
func metaText(request *mcp.CallToolRequest, name string) string {
	text, _ := request.Params.Meta[name].(string)
	return text
}
