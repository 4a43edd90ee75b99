package hostile

import (
	stdjson "encoding/json"
	"fmt"
	"strings"

	"mcpbridge/domain/fault"
)

// linkTrials are about where links lead (contract section 3). ORIGIN stands for
// the server's own. A link is never requested itself: whatever it names, the
// requests reach this server or nobody.
func linkTrials() []trial {
	const foreign = "https://evil.example"
	long := "/api/plugins/" + strings.Repeat("v", 2048) + "/"
	var trials []trial
	for _, l := range []struct {
		link    string // %s is the plugin's root
		trusted []string
		holds   bool
	}{
		{link: "%s", holds: true},
		{link: "ORIGIN%s", holds: true},
		{link: "HTTP://127.0.0.1:PORT%s", holds: true},
		{link: foreign + "%s"},
		{link: foreign + "%s", trusted: []string{foreign}, holds: true},
		{link: foreign + ":443%s", trusted: []string{foreign}, holds: true},
		{link: "https://EVIL.example%s", trusted: []string{foreign}, holds: true},
		{link: foreign + ":444%s", trusted: []string{foreign}},
		{link: "http://evil.example%s", trusted: []string{foreign}},
		{link: "https://sub.evil.example%s", trusted: []string{foreign}},
		{link: "https://evil.example.%s", trusted: []string{foreign}},
		{link: "http://127.0.0.1%s"},
		{link: "https://127.0.0.1:PORT%s"},
		{link: "http://localhost:PORT%s"},
		{link: "http://127.1:PORT%s"},
		{link: "http://user@127.0.0.1:PORT%s"},
		{link: "http://127.0.0.1:PORT@evil.example%s"},
		{link: "//127.0.0.1:PORT%s"},
		{link: "file://%s"},
		{link: "javascript:%s"},
		{link: "ftp://127.0.0.1:PORT%s"},
		{link: "ORIGIN%s?next=1"},
		{link: "ORIGIN%s#top"},
		{link: "ORIGIN%s%%2e%%2e/"},
		{link: "ORIGIN%s../victim/"},
		{link: "ORIGIN%s./"},
		{link: "ORIGIN%s/"},
		{link: "ORIGIN%s\\"},
		{link: "ORIGIN%s\r\nHost: evil.example"},
		{link: "ORIGIN%s\x00"},
		{link: "ORIGIN%s\u2028"},
		{link: " ORIGIN%s"},
		{link: "ORIGIN/trap/"},
		{link: ""},
		{link: long},
	} {
		write := func(path string) made {
			link := strings.Replace(l.link, "%%", "%", -1)
			return func(x *exchange) string {
				port := x.origin[strings.LastIndexByte(x.origin, ':')+1:]
				return quote(strings.NewReplacer("%s", path, "ORIGIN", x.origin, "PORT", port).Replace(link))
			}
		}
		toRoot, toManifest := write("/api/plugins/victim/"), write("/api/plugins/victim/mcp/")
		inListing, inRoot := refused(fault.RootLinkInvalid), refused(fault.AdvertisementInvalid)
		if l.holds {
			inListing, inRoot = completed(200), completed(200)
		}
		name := fmt.Sprintf("%.40q, trusting %q", l.link, l.trusted)
		trials = append(trials,
			trial{name: "the listing's link " + name, trusted: l.trusted, want: inListing,
				replies: map[place]reply{listing: document(200, func(x *exchange) string { return `{"victim":` + toRoot(x) + `}` })}},
			trial{name: "the manifest's link " + name, trusted: l.trusted, want: inRoot,
				replies: map[place]reply{root: document(200, func(x *exchange) string { return `{"mcp":{"schema_version":"1","manifest":` + toManifest(x) + `}}` })}},
		)
	}
	for _, elsewhere := range []string{"/api/plugins/other/mcp/", "/api/plugins/victim/", "/api/plugins/victim/mcp/mcp/", "/api/plugins/victim/do/erase/", "/api/plugins/"} {
		trials = append(trials, trial{
			name:    "a root that leads to " + elsewhere,
			replies: map[place]reply{root: json(`{"mcp":{"schema_version":"1","manifest":` + quote(elsewhere) + `}}`)},
			want:    refused(fault.AdvertisementInvalid),
		})
	}
	return trials
}

// quote writes a JSON string.
func quote(text string) string {
	quoted, _ := stdjson.Marshal(text) // a string always has a form
	return string(quoted)
}
