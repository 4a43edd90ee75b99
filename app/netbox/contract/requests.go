package contract

import (
	"context"
	"fmt"

	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
)

// The names of the checks that send requests.
const (
	anonymous     = "without a token it is refused"
	weaker        = "with a weaker token it is refused"
	soundRequest  = "sound arguments are answered as outputSchema says"
	fullRequest   = "all arguments are answered as outputSchema says"
	brokenRequest = "broken arguments are refused"
)

// send makes one request of a tool, with these arguments and this credential.
func (r *run) send(ctx context.Context, tool domain.Tool, arguments []byte, token domain.Secret) (domain.Exchange, error) {
	parsed, err := domain.ParseArguments(arguments)
	if err != nil {
		return domain.Exchange{}, err
	}
	target := domain.NewTarget(tool, parsed)
	return r.fetcher.Fetch(ctx, ports.Request{
		Method: target.Method, Path: target.Path, Query: target.Query, Body: target.Body,
		Authorization: netbox.Authorization(token), MaxBody: domain.MaxTargetBytes,
	}), nil
}

// fetch makes one request beside the tools.
func (t *Tester) fetch(ctx context.Context, method domain.Method, path string, body []byte, token domain.Secret) domain.Exchange {
	return t.fetcher.Fetch(ctx, ports.Request{
		Method: method, Path: path, Body: body, Authorization: netbox.Authorization(token), Fresh: true, MaxBody: domain.MaxRootBytes,
	})
}

func answered(x domain.Exchange) string {
	if x.Status == 0 && x.Fault != nil {
		return x.Fault.Message
	}
	return fmt.Sprintf("HTTP %d", x.Status)
}
