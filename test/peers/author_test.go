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
		case "sh":
			if strings.Contains(block.Text, "stand_in.py test") {
				a.runTests(t, block.Text)
			}
		case "console":
			for _, step := range block.Steps() {
				a.follow(t, step)
			}
		}
	}
	if a.netbox == nil || !a.tested {
		t.Error("the page never reaches NetBox, or never runs the plugin's tests")
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
	return folder
}

// withMyPlugin lets the peer serve the plugin of the page, too.
const withMyPlugin = "PEER_PLUGINS=my_plugin.apps.MyPluginConfig"

// author is somebody who follows the page.
type author struct {
	folder string
	netbox *peer // started when the page first reaches it
	tested bool  // the plugin's own tests were run
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

// runTests runs the page's command for the Django tests of the plugin.
func (a *author) runTests(t *testing.T, command string) {
	t.Helper()
	a.tested = true
	shell := exec.CommandContext(t.Context(), "bash", "-c", command)
	shell.Dir, shell.Env = a.folder, append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	if output, err := shell.CombinedOutput(); err != nil || !strings.Contains(string(output), "Ran 4 tests") {
		t.Errorf("the scaffold's own tests: %v\n%s", err, output)
	}
}

func (a *author) reach(t *testing.T) *peer {
	t.Helper()
	if a.netbox == nil {
		a.netbox = startPeerIn(t, a.folder, withMyPlugin)
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

// file holds a text, as a flag for a credential wants it.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
