package peers

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A scaffold, with the lines that its own comment asks for, passes the contract
// test in a real Django.
func TestScaffoldPassesTheContractTest(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "drf")
	if err := os.CopyFS(folder, os.DirFS("drf")); err != nil {
		t.Fatal(err)
	}
	runCommand(t, 0, "scaffold", "django", "my-plugin", "--dir", filepath.Join(folder, "my_plugin"))
	for name, text := range map[string]string{
		"my_plugin/__init__.py":       "",
		"my_plugin/api/__init__.py":   "",
		"my_plugin/tests/__init__.py": "",
		"my_plugin/apps.py":           "from peer.plugins import PluginConfig\n\n\nclass MyPluginConfig(PluginConfig):\n    name = \"my_plugin\"\n    base_url = \"my-plugin\"\n",
		"my_plugin/urls.py": `from django.urls import path
from peer.plugin_api import PluginRoot

from my_plugin.api import mcp


class Root(mcp.Advertises, PluginRoot):
    pass


urlpatterns = [
    path("", Root.as_view(), name="api-root"),
    path("mcp/", mcp.Manifest.as_view(), name="mcp"),
    path("mcp-status/", mcp.Status.as_view()),
]
`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(folder, "peer", "settings.py")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, append(text, "\nINSTALLED_APPS.append(\"my_plugin.apps.MyPluginConfig\")\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	testsOf(t, folder, "my_plugin")
	p := startPeerIn(t, folder)
	output := runCommand(t, 0, "contract", p.URL, "--plugin", "my-plugin", "--token-file", file(t, p.Tokens["admin"]), "--weak-token-file", file(t, p.Tokens["outsider"]))
	if !strings.Contains(output, "9 passed, 0 failed, 0 with a warning, 0 skipped") {
		t.Errorf("%s", output)
	}
}

// The peer's own plugins are not perfect, and the contract test says where.
func TestContractTestFindsWhatThePeersPluginsBreak(t *testing.T) {
	p := startPeer(t)
	output := runCommand(t, 1, "contract", p.URL, "--plugin", "dns-zones", "--token-file", file(t, p.Tokens["admin"]), "--weak-token-file", file(t, p.Tokens["outsider"]))
	redirected := regexp.MustCompile(`(?m)^failed +dns-zones\.export_zones +sound arguments .*redirect`)
	if !redirected.MatchString(output) {
		t.Errorf("the redirect is not found in\n%s", output)
	}
}

// runCommand runs mcp-bridge, which must end with the code.
func runCommand(t *testing.T, code int, arguments ...string) string {
	t.Helper()
	c := exec.Command(filepath.Join(binaries, "mcp-bridge"), arguments...)
	home := t.TempDir()
	c.Env = []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home}
	output, err := c.CombinedOutput()
	exit, exited := errors.AsType[*exec.ExitError](err)
	if err != nil && !exited || exited && exit.ExitCode() != code || !exited && code != 0 {
		t.Fatalf("%v: ended with %v\n%s", arguments, err, output)
	}
	return string(output)
}

// testsOf runs the Django tests of a plugin in the peer, as its author would.
func testsOf(t *testing.T, folder, plugin string) {
	t.Helper()
	c := exec.Command(python, "-B", "-m", "django", "test", plugin)
	c.Dir = folder
	c.Env = []string{"PEER_STATE=" + t.TempDir(), "DJANGO_SETTINGS_MODULE=peer.settings", "PYTHONPATH=."}
	if output, err := c.CombinedOutput(); err != nil || !strings.Contains(string(output), "Ran 4 tests") {
		t.Errorf("the scaffold's own tests: %v\n%s", err, output)
	}
}

// file holds a text, as a flag for a credential wants it.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
