package authors

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"text/template"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

//go:embed scaffold
var templates embed.FS

// File is one file of a scaffold.
type File struct {
	Path string // below the plugin's package, with slashes
	Text string
}

// Scaffold makes the files with which a plugin of the framework takes part: a
// manifest, its view, the advertisement, and contract tests. Its error is a
// [fault.Fault] with code request_invalid.
func Scaffold(framework, plugin string) ([]File, error) {
	if !domain.IsPluginName(plugin) {
		return nil, fault.New(fault.RequestInvalid, "expected a plugin's slug, ^[a-z0-9][a-z0-9_-]{0,63}$")
	}
	folder := "scaffold/" + framework
	entries, err := templates.ReadDir(folder)
	if err != nil {
		return nil, fault.New(fault.RequestInvalid, "there is no scaffold for that framework; there is one for django")
	}
	files := make([]File, len(entries))
	for i, entry := range entries {
		text, err := fill(path.Join(folder, entry.Name()), plugin)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", entry.Name(), err)
		}
		// A template's name holds its folder, which keeps test runners out of it.
		name := strings.TrimSuffix(strings.ReplaceAll(entry.Name(), "__", "/"), ".tmpl")
		files[i] = File{Path: name, Text: text}
	}
	return files, nil
}

func fill(name, plugin string) (string, error) {
	text, err := template.ParseFS(templates, name)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = text.Execute(&out, map[string]string{"Plugin": plugin, "Package": strings.ReplaceAll(plugin, "-", "_")})
	return out.String(), err
}
