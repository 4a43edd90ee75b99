package release

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// registryEntry is what the MCP registry reads of server.json (schema
// 2025-12-11).
type registryEntry struct {
	Schema      string `json:"$schema"`
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Version     string `json:"version"`
	Packages    []struct {
		RegistryType     string `json:"registryType"`
		Identifier       string `json:"identifier"`
		RuntimeHint      string `json:"runtimeHint"`
		RuntimeArguments []struct {
			Type        string `json:"type"`
			Name        string `json:"name"`
			Value       string `json:"value"`
			Description string `json:"description"`
		} `json:"runtimeArguments"`
		Transport struct {
			Type string `json:"type"`
		} `json:"transport"`
		EnvironmentVariables []struct {
			Name        string   `json:"name"`
			Description string   `json:"description"`
			Placeholder string   `json:"placeholder"`
			Format      string   `json:"format"`
			Default     string   `json:"default"`
			Choices     []string `json:"choices"`
			IsRequired  bool     `json:"isRequired"`
			IsSecret    bool     `json:"isSecret"`
		} `json:"environmentVariables"`
	} `json:"packages"`
}

// readEntry refuses members that the schema, which lets unknown ones pass,
// would not notice to be misspelt.
func readEntry(t *testing.T) registryEntry {
	t.Helper()
	file, err := os.Open(filepath.Join(root, "server.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	var entry registryEntry
	if err := decoder.Decode(&entry); err != nil {
		t.Fatal(err)
	}
	return entry
}

func TestTheRegistryEntryKeepsTheRegistrysRules(t *testing.T) {
	entry := readEntry(t)
	if entry.Schema != "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" {
		t.Errorf("the schema is %q", entry.Schema)
	}
	if !regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).MatchString(entry.Name) || len(entry.Name) > 200 {
		t.Errorf("the name is %q", entry.Name)
	}
	for what, text := range map[string]string{"title": entry.Title, "description": entry.Description} {
		if text == "" || len(text) > 100 {
			t.Errorf("the %s has %d characters", what, len(text))
		}
	}
	if entry.Version != version() {
		t.Errorf("the entry is of version %q, the tree of %q", entry.Version, version())
	}
	if len(entry.Packages) != 1 {
		t.Fatalf("%d packages", len(entry.Packages))
	}
	image := entry.Packages[0]
	if image.RegistryType != "oci" || image.Transport.Type != "stdio" || !strings.HasSuffix(image.Identifier, ":"+version()) {
		t.Errorf("the package is %+v", image)
	}
	if len(image.RuntimeArguments) > 0 && image.RuntimeHint == "" {
		t.Error("arguments for a runtime that has no hint")
	}
	for _, argument := range image.RuntimeArguments {
		if argument.Type != "named" || !strings.HasPrefix(argument.Name, "--") || argument.Value == "" {
			t.Errorf("the argument is %+v", argument)
		}
	}
}

func TestTheRegistryEntryAsksForSettings(t *testing.T) {
	documented := settings(t)
	for _, variable := range readEntry(t).Packages[0].EnvironmentVariables {
		switch {
		case !documented[variable.Name]:
			t.Errorf("%s is no setting", variable.Name)
		case variable.Description == "":
			t.Errorf("%s has no description", variable.Name)
		case strings.Contains(variable.Name, "TOKEN") != variable.IsSecret:
			t.Errorf("%s: secret is %t", variable.Name, variable.IsSecret)
		case len(variable.Choices) > 0 && !slices.Contains(variable.Choices, variable.Default):
			t.Errorf("%s: %q is none of the choices", variable.Name, variable.Default)
		}
	}
}
