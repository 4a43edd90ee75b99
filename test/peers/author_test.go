package peers

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpbridge/test/built"
	"mcpbridge/test/pages"
)

// Who follows the page gets from the scaffold to a contract test that passes, in
// a real Django. The page's NetBox is the peer.
func TestTheHowToForAuthors(t *testing.T) {
	a := author{folder: pluginProject(t)}
	for _, block := range pages.Blocks(t, "../../docs/write-a-manifest.md") {
		switch block.Language {
		case "python":
			write(t, a.folder, "my_plugin/api/urls.py", block.Text)
			testsOf(t, a.folder, "my_plugin")
		case "console":
			for _, step := range block.Steps() {
				a.follow(t, step)
			}
		}
	}
	if a.netbox == nil {
		t.Error("the page never reaches NetBox")
	}
}

// pluginProject is what the page's reader has before: a NetBox for development
// and in it a plugin that does not know of the bridge.
func pluginProject(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "drf")
	if err := os.CopyFS(folder, os.DirFS("drf")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"my_plugin/__init__.py":       "",
		"my_plugin/api/__init__.py":   "",
		"my_plugin/tests/__init__.py": "",
		"my_plugin/apps.py":           "from peer.plugins import PluginConfig\n\n\nclass MyPluginConfig(PluginConfig):\n    name = \"my_plugin\"\n    base_url = \"my-plugin\"\n",
		"my_plugin/urls.py":           "from my_plugin.api.urls import urlpatterns\n", // where the peer looks
		"netbox/api/routers.py":       "from rest_framework.routers import DefaultRouter as NetBoxRouter\n",
	} {
		write(t, folder, name, text)
	}
	settings, err := os.ReadFile(filepath.Join(folder, "peer", "settings.py"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "peer/settings.py", string(settings)+"\nINSTALLED_APPS.append(\"my_plugin.apps.MyPluginConfig\")\n")
	return folder
}

// author is somebody who follows the page.
type author struct {
	folder string
	netbox *peer // started when the page first reaches it
}

// netboxOfThePage is where the page has it.
const netboxOfThePage = "http://127.0.0.1:8000"

// follow runs a command of the page and compares what it prints.
func (a *author) follow(t *testing.T, step pages.Step) {
	t.Helper()
	command := step.Command
	if strings.Contains(command, netboxOfThePage) {
		command = strings.ReplaceAll(command, netboxOfThePage, a.reach(t).URL)
	}
	shell := exec.CommandContext(t.Context(), "bash", "-c", command)
	shell.Dir, shell.Env = a.folder, append(built.Home(t), "PATH="+binaries+":"+os.Getenv("PATH"))
	output, err := shell.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatal(err)
	}
	if !step.IsShown(string(output)) {
		t.Errorf("for %s the page shows\n%s\nbut it prints\n%s", step.Command, step.Want, output)
	}
}

func (a *author) reach(t *testing.T) *peer {
	t.Helper()
	if a.netbox == nil {
		a.netbox = startPeerIn(t, a.folder)
		write(t, a.folder, "admin.token", a.netbox.Tokens["admin"]+"\n")
		write(t, a.folder, "weak.token", a.netbox.Tokens["outsider"]+"\n")
	}
	return a.netbox
}

// write makes a file of the folder anew, with the folders that it needs.
func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
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
