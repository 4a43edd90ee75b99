package release

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A bill of materials names what the Go tool says is in the binary: every
// module in its version, and Go itself.
func TestBillsOfMaterialsNameWhatIsInTheBinaries(t *testing.T) {
	out := filepath.Join(t.TempDir(), "dist")
	if err := makeRelease(root, out, []string{"sboms"}); err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob(filepath.Join(out, "binaries", "*", "mcp-*"))
	if err != nil || len(programs) < 2 {
		t.Fatalf("found %v: %v", programs, err)
	}
	for _, path := range programs {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".exe")
		named := components(t, filepath.Join(out, name+"_"+version()+"_"+filepath.Base(filepath.Dir(path))+".cdx.json"))
		if len(info.Deps) < 10 {
			t.Errorf("%s has only %d modules", name, len(info.Deps))
		}
		for _, module := range info.Deps {
			if named[module.Path] != module.Version {
				t.Errorf("%s has %s %s, its bill %q", name, module.Path, module.Version, named[module.Path])
			}
		}
		if named["std"] != info.GoVersion {
			t.Errorf("%s was made with %s, its bill says %q", name, info.GoVersion, named["std"])
		}
	}
}

// components are the versions of what a bill lists, by name.
func components(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var bill struct {
		BOMFormat   string
		SpecVersion string
		Metadata    struct {
			Timestamp string
			Component struct{ Name, Version string }
		}
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(text, &bill); err != nil {
		t.Fatal(err)
	}
	if bill.BOMFormat != "CycloneDX" || bill.SpecVersion != "1.6" || bill.Metadata.Timestamp != "" {
		t.Errorf("%s is %s %s of %q", filepath.Base(path), bill.BOMFormat, bill.SpecVersion, bill.Metadata.Timestamp)
	}
	if bill.Metadata.Component.Version != "v"+version() {
		t.Errorf("%s describes %+v", filepath.Base(path), bill.Metadata.Component)
	}
	found := map[string]string{}
	for _, component := range bill.Components {
		found[component.Name] = component.Version
	}
	return found
}
