package release

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
)

// manifest is what a client reads of a bundle's manifest.
type manifest struct {
	Version string
	Server  struct {
		EntryPoint string `json:"entry_point"`
		Start      struct {
			Command   string
			Arguments []string          `json:"args"`
			Env       map[string]string `json:"env"`
		} `json:"mcp_config"`
	}
	Tools      []struct{ Name, Description string }
	UserConfig map[string]struct {
		Type, Title, Description string
		Required, Sensitive      bool
	} `json:"user_config"`
}

// bundle opens this platform's bundle and reads its manifest.
func bundle(t *testing.T) (*zip.ReadCloser, manifest) {
	t.Helper()
	archive, err := zip.OpenReader(published("mcp-bridge", ".mcpb"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = archive.Close() })
	text, err := fs.ReadFile(archive, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var about manifest
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	return archive, about
}

// The bundle is unpacked and started the way its manifest says, with what a user
// filled in.
func TestTheBundleOffersTheToolsOfItsManifest(t *testing.T) {
	archive, about := bundle(t)
	folder := t.TempDir()
	if err := os.CopyFS(folder, archive); err != nil {
		t.Fatal(err)
	}
	demo, err := netboxdemo.Start(netboxdemo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Close(t.Context()) })
	filled := strings.NewReplacer("${__dirname}", folder, "${user_config.netbox_url}", demo.URL(),
		"${user_config.netbox_token}", demo.Token(), "${user_config.allow_writes}", "false")

	command := exec.Command(filled.Replace(about.Server.Start.Command), about.Server.Start.Arguments...)
	command.Env = []string{"HOME=" + t.TempDir()}
	for name, value := range about.Server.Start.Env {
		command.Env = append(command.Env, name+"="+filled.Replace(value))
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "release-test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if got := session.InitializeResult().ServerInfo.Version; got != version() || about.Version != version() {
		t.Errorf("the program says %q, the manifest %q, the tree %q", got, about.Version, version())
	}
	offered, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, tool := range offered.Tools {
		got = append(got, tool.Name+": "+tool.Description)
	}
	for _, tool := range about.Tools {
		want = append(want, tool.Name+": "+tool.Description)
	}
	if len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("the program offers %q, the manifest names %q", got, want)
	}
	answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plugin_list_tools"})
	if err != nil || answer.IsError {
		t.Errorf("plugin_list_tools: %v, %+v", err, answer)
	}
}

// Whatever the user is asked for is handed on, the token is masked, and
// everything handed on is a setting of the program.
func TestTheBundleAsksForWhatItHandsOn(t *testing.T) {
	_, about := bundle(t)
	documented := settings(t)
	handedOn := map[string]bool{}
	for name, value := range about.Server.Start.Env {
		if !documented[name] {
			t.Errorf("%s is no setting", name)
		}
		option := regexp.MustCompile(`^\$\{user_config\.(\w+)\}$`).FindStringSubmatch(value)
		if option == nil {
			t.Errorf("%s is %q, which no user filled in", name, value)
			continue
		}
		handedOn[option[1]] = true
	}
	asked := slices.Sorted(maps.Keys(about.UserConfig))
	if !slices.Equal(asked, slices.Sorted(maps.Keys(handedOn))) {
		t.Errorf("asks for %q, hands on %v", asked, handedOn)
	}
	if !about.UserConfig["netbox_token"].Sensitive {
		t.Error("the token would be shown")
	}
}

// settings are the environment variables that the reference documents.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "settings.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, match := range regexp.MustCompile("(?m)^\\| `--[^|]*\\| `([A-Z_]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		found[match[1]] = true
	}
	if len(found) < 10 {
		t.Fatalf("found only %d settings", len(found))
	}
	return found
}

// The program in the bundle is the one in the archives.
func TestTheBundleHoldsTheReleasedProgram(t *testing.T) {
	archive, about := bundle(t)
	if about.Server.Start.Command != "${__dirname}/"+about.Server.EntryPoint {
		t.Errorf("the command %s is not the entry point", about.Server.Start.Command)
	}
	got, err := fs.ReadFile(archive, about.Server.EntryPoint)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(dist, "binaries", runtime.GOOS+"_"+runtime.GOARCH, path.Base(about.Server.EntryPoint)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("they differ")
	}
}
