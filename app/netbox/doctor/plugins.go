package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
)

// pluginRoots tells what discovery makes of each plugin.
func (v *visit) pluginRoots(ctx context.Context) []diagnosis.Finding {
	catalog, err := v.Source.Scan(ctx, domain.Access{}, v.progress)
	if err != nil {
		return []diagnosis.Finding{failedBy(err)}
	}
	found := map[string]diagnosis.Finding{}
	for _, plugin := range v.listed() {
		found[plugin] = skipped("does not advertise the bridge")
	}
	for plugin, tools := range toolCounts(catalog) {
		found[plugin] = ok(fmt.Sprintf("offers %d tools", tools))
	}
	for _, p := range catalog.Problems {
		found[p.Plugin] = problem(p.Fault)
	}
	var findings []diagnosis.Finding
	for _, plugin := range slices.Sorted(maps.Keys(found)) {
		f := found[plugin]
		f.About = plugin
		findings = append(findings, f)
	}
	if catalog.Plugins == 0 && len(catalog.Problems) == 0 {
		findings = append(findings, warning("none advertises the bridge, so there is no tool", "Install a plugin that does; docs/contract.md is what its author needs."))
	}
	return findings
}

// listed are the plugins that the listing leads to.
func (v *visit) listed() []string {
	var names []string
	for _, entry := range v.plugins.Members() {
		if plugin, err := v.Base.PluginOfRoot(entry.Value.Text()); err == nil && plugin != netbox.InstalledPlugins {
			names = append(names, plugin)
		}
	}
	return names
}

func toolCounts(catalog domain.Catalog) map[string]int {
	counts := map[string]int{}
	for _, tool := range catalog.Tools {
		counts[tool.Plugin]++
	}
	return counts
}

// problem is a failure, unless it lies with the plugin's author: then the
// operator can mend nothing, and the other plugins are not affected.
func problem(f *fault.Fault) diagnosis.Finding {
	finding := failedBy(f)
	if f.Code == fault.ManifestInvalid || f.Code == fault.AdvertisementInvalid {
		finding.Status = diagnosis.Warning
	}
	return finding
}
