package domain

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Manifest is everything a plugin offers (contract sections 3 and 4).
type Manifest struct {
	Plugin string
	Tools  []ToolDescriptor
}

// ParseManifest reads a plugin's manifest, which must name the plugin that
// serves it. Its error is a [fault.Findings] that covers every faulty tool.
func ParseManifest(v strictjson.Value, plugin string) (Manifest, error) {
	var findings fault.Findings
	d, ok := read("", v, &findings, "schema_version", "plugin", "tools")
	if !ok {
		return Manifest{}, findings.Err()
	}
	d.version()
	manifest := Manifest{Plugin: d.text("plugin", fault.NamePlugin, IsPluginName, "a plugin name, ^[a-z0-9][a-z0-9_-]{0,63}$")}
	if IsPluginName(manifest.Plugin) && manifest.Plugin != plugin {
		d.refuse("plugin", v.Get("plugin"), fault.PluginOther, "the manifest belongs to another plugin than the one that serves it")
	}
	manifest.Tools = d.tools()
	return manifest, findings.Err()
}

// tools reads the tools and demands names that are unique among them.
func (d document) tools() []ToolDescriptor {
	v, ok := d.member("tools", strictjson.Array)
	if !ok {
		return nil
	}
	if count := len(v.Items()); count < 1 || count > MaxTools {
		d.refuse("tools", v, fault.ToolCount, "expected 1 to %d tools, not %d", MaxTools, count)
		return nil
	}
	at := d.at.Member("tools")
	seen := make(map[string]bool, len(v.Items()))
	tools := make([]ToolDescriptor, len(v.Items()))
	for i, item := range v.Items() {
		tools[i] = parseDescriptor(at.Index(i), item, d.findings)
		if name := item.Get("name"); seen[tools[i].Name] && tools[i].Name != "" {
			*d.findings = append(*d.findings, fault.Find(at.Index(i).Member("name"), fault.NameDuplicate, "an earlier tool has the same name").At(name.Offset()))
		}
		seen[tools[i].Name] = true
	}
	return tools
}
