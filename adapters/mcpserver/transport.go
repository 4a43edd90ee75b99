package mcpserver

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessageBytes bounds one incoming message: the largest arguments of the
// contract as a JSON string would need, with room for the envelope.
const maxMessageBytes = 1 << 20

// ServeStdio speaks MCP over the two streams until the input ends or ctx does;
// then the calls under way have the grace period to finish before they are
// cancelled. Nothing but the protocol is written to out.
func (s *Server) ServeStdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser, grace time.Duration) error {
	return s.sdk.Run(context.WithoutCancel(ctx), &draining{
		Transport: &mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: maxMessageBytes},
		stop:      ctx,
		grace:     grace,
		cancel:    s.Cancel,
	})
}

// Handler speaks Streamable HTTP without sessions, so that any replica answers
// any request and every protocol revision is served. Responses are event
// streams; a plain JSON response would drop progress notifications.
func (s *Server) Handler() http.Handler {
	return discreet(mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return s.sdk },
		&mcp.StreamableHTTPOptions{
			Stateless:                    true,
			Logger:                       quiet(s.log),
			MaxRequestBodyBytes:          maxMessageBytes,
			PropagateRequestCancellation: true,
			// The guards before this handler know by which names it may be addressed.
			DisableLocalhostProtection: true,
		}))
}
