package hostile

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// scan is a case of plugin_list_tools, over all plugins.
type scan struct {
	name    string
	replies map[place]reply

	code     fault.Code   // of the whole scan, "" if there is an answer
	tools    int          // in the answer
	problems []fault.Code // in the answer
}

// scanTrials are about the limits of a scan (contract section 2), each one at
// the limit and one beyond, and about plugins that spoil it for others.
func scanTrials() []scan {
	perPlugin := func(n int) reply {
		return document(200, func(x *exchange) string { return manifestOf(x.plugin(), many(n)...) })
	}
	return []scan{
		{name: "128 roots", replies: map[place]reply{listing: json(listingOf(128)), manifest: perPlugin(1)}, tools: 128},
		{name: "129 roots", replies: map[place]reply{listing: json(listingOf(129)), manifest: perPlugin(1)}, code: fault.ScanRoots},
		{name: "10,000 roots", replies: map[place]reply{listing: json(listingOf(10_000))}, code: fault.ScanRoots},
		{name: "512 tools", replies: map[place]reply{listing: json(listingOf(8)), manifest: perPlugin(64)}, tools: 512},
		{name: "513 tools", replies: map[place]reply{listing: json(listingOf(9)), manifest: perPlugin(57)}, code: fault.ScanTools},
		{name: "2 MiB in total", replies: total(2 << 20), tools: 6},
		{name: "2 MiB and 1 in total", replies: total(2<<20 + 1), code: fault.ScanBytes},
		{name: "2 MiB and 1 in total, most of it errors", replies: map[place]reply{
			listing: json(listingOf(3)),
			root:    document(500, fixed(filler(1<<20))),
		}, code: fault.ScanBytes},
		{name: "a plugin twice", replies: map[place]reply{listing: json(`{"a":"/api/plugins/victim/","b":"/api/plugins/victim/"}`)},
			tools: 6, problems: []fault.Code{fault.RootDuplicate}},
		{name: "one root that is a redirect", replies: forPlugin("p1", root, redirect("", 302, fixed("/trap/")).reply),
			tools: 12, problems: []fault.Code{fault.SourceRedirect}},
		{name: "one root that breaks off", replies: forPlugin("p1", root, reset),
			tools: 12, problems: []fault.Code{fault.SourceDown}},
		{name: "one root that names another plugin", replies: forPlugin("p1", root, json(`{"mcp":{"schema_version":"1","manifest":"/api/plugins/p0/mcp/"}}`)),
			tools: 12, problems: []fault.Code{fault.AdvertisementInvalid}},
		{name: "one manifest of another plugin", replies: forPlugin("p1", manifest, json(manifestOf("p0", tools()...))),
			tools: 12, problems: []fault.Code{fault.ManifestInvalid}},
		{name: "one manifest that is a bomb", replies: forPlugin("p1", manifest, coded("gzip", fixed(gzipBomb()))),
			tools: 12, problems: []fault.Code{fault.BodyTooLarge}},
	}
}

// run lists the tools and compares the answer.
func (c scan) run(t *testing.T) {
	s := listen(t, trial{replies: c.replies}, nil)
	b := newBridge(t, reaching{url: s.origin})
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	catalog, err := b.lister.List(ctx, domain.Access{}, "", nil)
	if ctx.Err() != nil {
		t.Errorf("the scan took longer than %v", deadline)
	}
	s.close()
	var code fault.Code
	if err != nil {
		code = fault.Of(err).Code
	}
	var problems []fault.Code
	for _, problem := range catalog.Problems {
		problems = append(problems, problem.Fault.Code)
	}
	if code != c.code || len(catalog.Tools) != c.tools || fmt.Sprint(problems) != fmt.Sprint(c.problems) {
		t.Errorf("ended with %q (%v), %d tools and problems %v, want %q, %d and %v", code, err, len(catalog.Tools), problems, c.code, c.tools, c.problems)
	}
	if sent, strays := s.arrived.Load(), s.strays.Load(); sent+strays > 0 {
		t.Errorf("a scan called %d tools and made %d requests that no scan makes", sent, strays)
	}
}

// listingOf lists plugins p0, p1 and so on.
func listingOf(n int) string {
	entries := make([]string, n)
	for i := range entries {
		entries[i] = fmt.Sprintf(`"p%d":"/api/plugins/p%d/"`, i, i)
	}
	return "{" + strings.Join(entries, ",") + "}"
}

// total makes the three documents of one plugin so long together.
func total(bytes int) map[place]reply {
	const half = 1 << 20
	return map[place]reply{
		listing: document(200, func(x *exchange) string { return padded(x, half) }),
		root: document(200, func(x *exchange) string {
			served := exchange{server: x.server, path: x.path + "mcp/", place: manifest}
			return padded(x, bytes-half-len(served.document()))
		}),
	}
}

// forPlugin lists three plugins, one of which answers otherwise at one place.
func forPlugin(plugin string, at place, otherwise reply) map[place]reply {
	return map[place]reply{
		listing: json(listingOf(3)),
		at: func(x *exchange) {
			if x.plugin() == plugin {
				otherwise(x)
			} else {
				honest(x)
			}
		},
	}
}
