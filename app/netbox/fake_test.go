package netbox

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// answer is what the fake NetBox says to one path.
type answer struct {
	status int
	body   string
	fault  *fault.Fault
	hang   bool // until the request's context ends
	panics bool
}

// fakeNetBox answers by path; an unknown path is a 404. It charges bodies to
// the allowance as the transport does.
func fakeNetBox(answers map[string]answer) *portsmock.FetcherMock {
	return &portsmock.FetcherMock{FetchFunc: func(ctx context.Context, request ports.Request) domain.Exchange {
		given, known := answers[request.Path]
		switch {
		case given.panics:
			panic("broken")
		case !known:
			given = answer{status: 404, body: `{"detail":"Not found."}`}
		case given.hang:
			<-ctx.Done()
			return domain.Exchange{Reach: domain.Sent, Fault: fault.New(fault.Cancelled, "cancelled")}
		case given.fault != nil:
			return domain.Exchange{Reach: domain.Sent, Fault: given.fault}
		case given.status == 0:
			given.status = 200
		}
		if request.Allowance != nil && !request.Allowance.Take(len(given.body)) {
			return domain.Exchange{Reach: domain.Answered, Status: given.status, Fault: fault.New(fault.ScanBytes, "too many bytes")}
		}
		return domain.Exchange{Reach: domain.Answered, Status: given.status, Body: []byte(given.body)}
	}}
}

func plugins(t *testing.T, fetcher ports.Fetcher, concurrency int) *Plugins {
	t.Helper()
	base, err := netbox.ParseBase("https://netbox.example", nil)
	if err != nil {
		t.Fatal(err)
	}
	return New(fetcher, base, domain.NewSecret("configured-token"), concurrency, slog.New(slog.DiscardHandler))
}

// listing is a plugin listing with links to these plugins.
func listing(names ...string) string {
	links := []string{`"installed-plugins":"https://netbox.example/api/plugins/installed-plugins/"`}
	for _, name := range names {
		links = append(links, fmt.Sprintf("%q:%q", name, "https://netbox.example/api/plugins/"+name+"/"))
	}
	return "{" + strings.Join(links, ",") + "}"
}

func advertisement(plugin string) string {
	return fmt.Sprintf(`{"mcp":{"schema_version":"1","manifest":"/api/plugins/%s/mcp/"}}`, plugin)
}

// manifest is a valid manifest with that many tools.
func manifest(plugin string, tools int) string {
	descriptors := make([]string, tools)
	for i := range descriptors {
		descriptors[i] = fmt.Sprintf(`{"name":"tool_%d","title":"T","description":"D","method":"GET","path":"things/","effect":"read",
			"inputSchema":{"type":"object","additionalProperties":false},
			"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`, i)
	}
	return fmt.Sprintf(`{"schema_version":"1","plugin":%q,"tools":[%s]}`, plugin, strings.Join(descriptors, ","))
}

// installation is a NetBox whose plugins all take part, with one tool each.
func installation(names ...string) map[string]answer {
	answers := map[string]answer{"/api/plugins/": {body: listing(names...)}}
	for _, name := range names {
		answers["/api/plugins/"+name+"/"] = answer{body: advertisement(name)}
		answers["/api/plugins/"+name+"/mcp/"] = answer{body: manifest(name, 1)}
	}
	return answers
}

func codeOf(err error) fault.Code {
	if err == nil {
		return ""
	}
	return fault.Of(err).Code
}
