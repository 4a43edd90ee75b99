package hostile

import (
	"fmt"
	"strings"

	"mcpbridge/domain/fault"
)

// documentTrials are about the three documents of the discovery (contract
// sections 3 and 4).
func documentTrials() []trial {
	var trials []trial
	for _, d := range []struct {
		name string
		at   place
		body string
		code fault.Code
	}{
		{"a listing that is an array", listing, `[]`, fault.SourceUnusable},
		{"a listing that is null", listing, `null`, fault.SourceUnusable},
		{"a listing of nobody", listing, `{}`, fault.PluginNotListed},
		{"a listing under the key alone", listing, `{"victim":"/api/plugins/other/"}`, fault.PluginNotListed},
		{"a listing without a link", listing, `{"victim":null}`, fault.RootLinkInvalid},
		{"a listing with an object for a link", listing, `{"victim":{"url":"/api/plugins/victim/"}}`, fault.RootLinkInvalid},

		{"a root that is an array", root, `[{"mcp":null}]`, fault.SourceUnusable},
		{"a root that is a string", root, `"mcp"`, fault.SourceUnusable},
		{"a root that advertises nothing", root, `{"devices":"/x/"}`, fault.PluginNotAdvertising},
		{"a root that advertises null", root, `{"mcp":null}`, fault.PluginNotAdvertising},
		{"a root that advertises a string", root, `{"mcp":"/api/plugins/victim/mcp/"}`, fault.AdvertisementInvalid},
		{"an advertisement of another version", root, `{"mcp":{"schema_version":"2","manifest":"/api/plugins/victim/mcp/"}}`, fault.AdvertisementInvalid},
		{"an advertisement whose version is a number", root, `{"mcp":{"schema_version":1,"manifest":"/api/plugins/victim/mcp/"}}`, fault.AdvertisementInvalid},
		{"an advertisement without a manifest", root, `{"mcp":{"schema_version":"1"}}`, fault.AdvertisementInvalid},
		{"an advertisement with more", root, `{"mcp":{"schema_version":"1","manifest":"/api/plugins/victim/mcp/","token":"x"}}`, fault.AdvertisementInvalid},

		{"a manifest that is an array", manifest, `[]`, fault.ManifestInvalid},
		{"a manifest of another plugin", manifest, manifestOf("other", tools()...), fault.ManifestInvalid},
		{"a manifest without tools", manifest, manifestOf(victim), fault.ManifestInvalid},
		{"a manifest with 65 tools", manifest, manifestOf(victim, many(65)...), fault.ManifestInvalid},
		{"a manifest with a tool twice", manifest, manifestOf(victim, append(tools(), tools()[0])...), fault.ManifestInvalid},
		{"a manifest with a member that is unknown", manifest, strings.Replace(manifestOf(victim, tools()...), `{`, `{"extra":1,`, 1), fault.ManifestInvalid},
		{"a tool with a member that is unknown", manifest, strings.Replace(manifestOf(victim, tools()...), `"title"`, `"host":"evil.example","title"`, 1), fault.ManifestInvalid},
		{"hints that contradict the effect", manifest, strings.Replace(manifestOf(victim, tools()...), `"readOnlyHint":true`, `"readOnlyHint":false`, 1), fault.ManifestInvalid},
		{"hints that are missing", manifest, strings.Replace(manifestOf(victim, tools()...), `,"openWorldHint":false`, ``, 1), fault.ManifestInvalid},
		{"a write that claims to be a read", manifest, manifestOf(victim, descriptor{name: look, method: "POST", effect: "read"}), fault.ManifestInvalid},
		{"a read that claims to be a write", manifest, manifestOf(victim, descriptor{name: look, method: "GET", effect: "write"}), fault.ManifestInvalid},
		{"a DELETE that claims to be harmless", manifest, manifestOf(victim, descriptor{name: look, method: "DELETE", effect: "write"}), fault.ManifestInvalid},
		{"a method that is unknown", manifest, manifestOf(victim, descriptor{name: look, method: "CONNECT", effect: "write"}), fault.ManifestInvalid},
		{"a method with a line break", manifest, manifestOf(victim, descriptor{name: look, method: "GET\r\nX: y", effect: "read"}), fault.ManifestInvalid},
		{"a schema with a pattern", manifest, manifestOf(victim, descriptor{name: look, method: "GET", effect: "read", input: `{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string","pattern":"(a+)+$"}}}`}), fault.ManifestInvalid},
		{"a schema with a reference", manifest, manifestOf(victim, descriptor{name: look, method: "GET", effect: "read", input: `{"$ref":"file:///etc/passwd"}`}), fault.ManifestInvalid},
		{"a schema that is too deep", manifest, manifestOf(victim, descriptor{name: look, method: "GET", effect: "read", output: strings.Repeat(`{"items":`, 17) + "true" + strings.Repeat("}", 17)}), fault.ManifestInvalid},
	} {
		trials = append(trials, trial{name: d.name, replies: map[place]reply{d.at: json(d.body)}, want: refused(d.code)})
	}
	for _, path := range []string{"", "x", "/do/look/", "../do/look/", "do/../look/", "do/./look/", "do//look/", "do/look", "do/%2e%2e/", "do/look/?a=b", "http://evil.example/", `do\look/`, "do/lo ok/", "do/look/#/", "d\u00f6/"} {
		trials = append(trials, trial{
			name:    fmt.Sprintf("the path %q of a tool", path),
			replies: map[place]reply{manifest: json(strings.Replace(manifestOf(victim, tools()...), `"do/look/"`, quote(path), 1))},
			want:    refused(fault.ManifestInvalid),
		})
	}
	return append(trials,
		trial{name: "64 tools", tool: "tool_63", replies: map[place]reply{manifest: json(manifestOf(victim, many(64)...))}, want: completed(200)},
	)
}

// many are so many tools that read.
func many(n int) []descriptor {
	all := make([]descriptor, n)
	for i := range all {
		all[i] = descriptor{name: fmt.Sprintf("tool_%d", i), method: "GET", effect: "read"}
	}
	return all
}
