package contract

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/netbox"
)

// writeMethod is a method that changes something, in a list of methods.
var writeMethod = regexp.MustCompile(`(?i)\b(POST|PUT|PATCH|DELETE)\b`)

// manifestIsReadOnly asks the manifest's view which methods it takes.
func (r *run) manifestIsReadOnly(ctx context.Context, plugin string) {
	const name = "the manifest is read-only"
	x := r.fetch(ctx, "OPTIONS", netbox.ManifestPath(plugin), nil, r.credential)
	allowed, told := x.Header("Allow")
	switch {
	case !told:
		r.note(plugin, "", name, diagnosis.Skipped, "its view does not tell its methods")
	case writeMethod.MatchString(allowed):
		r.note(plugin, "", name, diagnosis.Failed, "its view allows "+domain.Excerpt(allowed)+"; allow GET, HEAD and OPTIONS only")
	default:
		r.note(plugin, "", name, diagnosis.Passed, "")
	}
}

// noOtherStack looks for a second way to speak MCP below the plugin's root.
func (r *run) noOtherStack(ctx context.Context, plugin string) {
	const name = "there is no parallel MCP server"
	for _, path := range []string{netbox.RootPath(plugin), netbox.ManifestPath(plugin), netbox.RootPath(plugin) + "sse/"} {
		kind, _ := r.fetch(ctx, "GET", path, nil, r.credential).Header("Content-Type")
		if strings.HasPrefix(strings.ToLower(kind), "text/event-stream") {
			r.note(plugin, "", name, diagnosis.Failed, path+" answers with an event stream; leave MCP to the bridge")
			return
		}
	}
	if r.options.Writes {
		x := r.fetch(ctx, "POST", netbox.ManifestPath(plugin), []byte(`{"jsonrpc": "2.0", "id": 1, "method": "ping"}`), r.credential)
		if x.IsSuccess() {
			r.note(plugin, "", name, diagnosis.Failed, fmt.Sprintf("the manifest's path answers a JSON-RPC request with HTTP %d; leave MCP to the bridge", x.Status))
			return
		}
	}
	r.note(plugin, "", name, diagnosis.Passed, "")
}

// credentialName is how an argument is called that carries a credential.
var credentialName = regexp.MustCompile(`(?i)^(.*_)?(token|password|passwd|secret|api_?key|credentials?|authorization)$`)

// noCredentialInput demands that callers are known by their NetBox token alone.
func (r *run) noCredentialInput(tool domain.Tool) {
	const name = "no argument is a credential"
	for _, m := range tool.Input.Root().Get("properties").Members() {
		if credentialName.MatchString(m.Name) {
			r.note(tool.Plugin, tool.Name, name, diagnosis.Failed, "the argument "+m.Name+" looks like one; rely on NetBox's own token and permissions")
			return
		}
	}
	r.note(tool.Plugin, tool.Name, name, diagnosis.Passed, "")
}
