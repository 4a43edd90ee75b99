package netboxdemo

import (
	"embed"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

//go:embed manifests/*.json
var manifests embed.FS

// root is where NetBox mounts plugins.
const root = "/api/plugins/"

// plugin is one installed plugin and the views it mounts.
type plugin struct {
	slug string
	// key names the plugin in the listing. NetBox takes it from the plugin's
	// base_url setting; for one that sets none the key is "null".
	key string
	// advertises is whether the plugin takes part in the bridge; it then has a
	// manifest in manifests/<slug>.json.
	advertises bool
	// fixedLink advertises the manifest by the fixed path of the contract's
	// example rather than by a link built for the request.
	fixedLink bool
	routes    []route
}

// route binds one method and path of a plugin to what it does.
type route struct {
	plugin    string // filled in when the plugin is mounted
	tool      string
	method    string
	path      string // below the plugin's root
	operation func(call) answer
}

// call is one request as an operation sees it.
type call struct {
	form *form
	now  time.Time // in UTC
	root string    // origin and base path, the start of every link
}

// plugins is what is installed, each with fresh state.
func plugins() []plugin {
	return []plugin{
		{slug: "asset_labels", key: "asset_labels", routes: []route{
			{method: http.MethodGet, path: "labels/", operation: noLabels},
		}},
		{slug: "circuit-watch", key: "circuit-watch", advertises: true, routes: newCircuitWatch().routes()},
		{slug: "config_audit", key: "config_audit", advertises: true, routes: newConfigAudit().routes()},
		{slug: "ip_ledger", key: "null", advertises: true, fixedLink: true, routes: newIPLedger().routes()},
		{slug: "legacy_sync", key: "legacy_sync", advertises: true},
	}
}

// noLabels is the one view of the plugin that does not take part.
func noLabels(call) answer { return page([]any{}, 0) }

// view is the routes of one path by method.
type view map[string]route

// route chooses by method. HEAD is answered wherever GET is: net/http leaves
// out the body.
func (v view) route(method string) (route, bool) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	r, ok := v[method]
	return r, ok
}

// allow lists the methods for the Allow header.
func (v view) allow() string {
	methods := slices.Sorted(maps.Keys(v))
	if _, ok := v[http.MethodGet]; ok {
		methods = append(methods, http.MethodHead)
	}
	return strings.Join(methods, ", ")
}

// views mounts the core, the listings and every plugin, by path.
func views(installed []plugin, staff bool) map[string]view {
	mounted := core()
	mounted[root] = readOnly(listing(installed))
	mounted[root+"installed-plugins/"] = readOnly(inventory(installed, staff))
	for _, p := range installed {
		p.mount(mounted)
	}
	return mounted
}

func (p plugin) mount(mounted map[string]view) {
	mounted[p.path("")] = readOnly(p.index)
	if p.advertises {
		mounted[p.path("mcp/")] = readOnly(p.manifest)
	}
	for _, r := range p.routes {
		r.plugin = p.slug
		at := p.path(r.path)
		if mounted[at] == nil {
			mounted[at] = view{}
		}
		mounted[at][r.method] = r
	}
}

func (p plugin) path(below string) string { return root + p.slug + "/" + below }

// readOnly is a view that only answers GET.
func readOnly(operation func(call) answer) view {
	return view{http.MethodGet: {method: http.MethodGet, operation: operation}}
}

// index is the plugin's root: a link to each collection, and the advertisement.
func (p plugin) index(c call) answer {
	document := make(map[string]any)
	for _, r := range p.routes {
		if collection := strings.TrimSuffix(r.path, "/"); r.method == http.MethodGet && !strings.Contains(collection, "/") {
			document[collection] = c.root + p.path(r.path)
		}
	}
	if p.advertises {
		link := c.root + p.path("mcp/")
		if p.fixedLink {
			link = p.path("mcp/")
		}
		document["mcp"] = map[string]string{"schema_version": "1", "manifest": link}
	}
	return reply(http.StatusOK, document)
}

// manifest is the plugin's manifest, byte for byte as its author wrote it.
func (p plugin) manifest(call) answer {
	text, err := manifests.ReadFile("manifests/" + p.slug + ".json")
	if err != nil {
		panic("netboxdemo: no manifest is embedded for " + p.slug)
	}
	return answer{status: http.StatusOK, body: text}
}

// listing is the root of all plugins: links by key, and one entry that is no
// plugin.
func listing(installed []plugin) func(call) answer {
	return func(c call) answer {
		links := map[string]string{"installed-plugins": c.root + root + "installed-plugins/"}
		for _, p := range installed {
			links[p.key] = c.root + p.path("")
		}
		return reply(http.StatusOK, links)
	}
}

// inventory describes what is installed, to staff only; unlike every other
// document here it is an array.
func inventory(installed []plugin, staff bool) func(call) answer {
	return func(call) answer {
		if !staff {
			return detail(http.StatusForbidden, "You do not have permission to perform this action.")
		}
		entries := make([]map[string]string, len(installed))
		for i, p := range installed {
			entries[i] = map[string]string{"name": p.slug, "package": strings.ReplaceAll(p.slug, "-", "_"), "version": "1.0.0"}
		}
		return reply(http.StatusOK, entries)
	}
}
