package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/ports"
)

// progress reports a scan to a client that asked for it by a progress token;
// nil if it did not. A notification that cannot be delivered is dropped, since
// the scan matters more than its report.
func progress(ctx context.Context, request *mcp.CallToolRequest) ports.Progress {
	token := request.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	return func(done, total int) {
		_ = request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(total), Message: "plugins read",
		})
	}
}
