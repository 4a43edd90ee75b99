package main

// manifest describes a bundle to the client that installs it (MCPB manifest,
// version 0.3).
type manifest struct {
	ManifestVersion string            `json:"manifest_version"`
	Name            string            `json:"name"`
	DisplayName     string            `json:"display_name"`
	Version         string            `json:"version"`
	Description     string            `json:"description"`
	Author          author            `json:"author"`
	License         string            `json:"license"`
	Keywords        []string          `json:"keywords"`
	Compatibility   compatibility     `json:"compatibility"`
	Server          server            `json:"server"`
	Tools           []tool            `json:"tools"`
	UserConfig      map[string]option `json:"user_config"`
}

type author struct {
	Name string `json:"name"`
}

type compatibility struct {
	Platforms []string `json:"platforms"`
}

type server struct {
	Type       string `json:"type"`
	EntryPoint string `json:"entry_point"`
	Start      start  `json:"mcp_config"`
}

// start is how the client starts the program.
type start struct {
	Command     string            `json:"command"`
	Arguments   []string          `json:"args"`
	Environment map[string]string `json:"env"`
}

// option is a value that the client asks its user for.
type option struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	Sensitive   bool   `json:"sensitive,omitempty"`
	Default     any    `json:"default,omitempty"`
}

// newManifest is the manifest of a platform's bundle. What the user leaves out
// has an empty default, for the bridge takes an empty variable as one not set.
func newManifest(version string, p platform, tools []tool) manifest {
	return manifest{
		ManifestVersion: "0.3",
		Name:            "mcp-bridge",
		DisplayName:     "MCP Bridge for NetBox",
		Version:         version,
		Description:     "Lets an agent use the plugins of your NetBox, with writes off until you allow them.",
		Author:          author{"The MCP Bridge authors"},
		License:         "Apache-2.0",
		Keywords:        []string{"netbox", "plugins", "network"},
		Compatibility:   compatibility{[]string{clientPlatform(p)}},
		Server: server{
			Type:       "binary",
			EntryPoint: entryPoint(p),
			Start: start{
				Command:   "${__dirname}/" + entryPoint(p),
				Arguments: []string{},
				Environment: map[string]string{
					"NETBOX_URL":                 "${user_config.netbox_url}",
					"NETBOX_TOKEN":               "${user_config.netbox_token}",
					"NETBOX_MCP_ALLOW_MUTATIONS": "${user_config.allow_writes}",
				},
			},
		},
		Tools: tools,
		UserConfig: map[string]option{
			"netbox_url":   {Type: "string", Title: "NetBox URL", Description: "Where your NetBox is, such as https://netbox.example.org", Required: true},
			"netbox_token": {Type: "string", Title: "API token", Description: "A NetBox API token, v1 or v2; leave it out if your NetBox lets anyone read", Sensitive: true, Default: ""},
			"allow_writes": {Type: "boolean", Title: "Allow writes", Description: "Let tools change your NetBox; without it they can only read and preview", Default: false},
		},
	}
}

// clientPlatform is the system's name in a manifest, which is Node's.
func clientPlatform(p platform) string {
	if p.os == "windows" {
		return "win32"
	}
	return p.os
}
