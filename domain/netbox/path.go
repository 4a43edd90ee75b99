package netbox

import (
	"strings"

	"mcpbridge/domain"
)

// ListingPath is where a NetBox lists its plugins' API roots.
const ListingPath = "/api/plugins/"

// InstalledPlugins is the reserved entry of the listing; it is no plugin.
const InstalledPlugins = "installed-plugins"

// RootPath is the API root of a plugin.
func RootPath(plugin string) string { return ListingPath + plugin + "/" }

// ManifestPath is the only place of a plugin's manifest.
func ManifestPath(plugin string) string { return RootPath(plugin) + "mcp/" }

// ToolPath is what a call of the tool requests.
func ToolPath(plugin string, tool domain.ToolDescriptor) string { return RootPath(plugin) + tool.Path }

// ServedBy returns the plugin whose API root or manifest is at a path below the
// base, and which of the two it is; the plugin is "" if it is neither.
func ServedBy(path string) (plugin string, isManifest bool) {
	plugin, isRoot := pluginOf(path)
	if !isRoot {
		plugin, isManifest = pluginOf(strings.TrimSuffix(path, "mcp/"))
	}
	if !isRoot && !isManifest || plugin == InstalledPlugins {
		return "", false
	}
	return plugin, isManifest
}

// pluginOf returns the plugin whose API root the path is.
func pluginOf(path string) (string, bool) {
	inner, found := strings.CutPrefix(path, ListingPath)
	plugin, closed := strings.CutSuffix(inner, "/")
	return plugin, found && closed && domain.IsPluginName(plugin)
}
