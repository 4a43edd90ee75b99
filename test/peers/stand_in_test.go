package peers

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What an author without a NetBox starts is one with the page's plugin in it.
func TestTheStandInServesThePlugin(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "stand-in")
	command := exec.Command("make", "--no-print-directory", "stand-in", "FOLDER="+folder)
	command.Dir = "../.."
	command.Env = append(os.Environ(), "PEER_PORT=0")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // which Ctrl-C reaches as a whole
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	said, _ := bufio.NewReader(out).ReadString('\n')
	defer func() {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGINT)
		_ = command.Wait() // make ends by the signal
	}()
	address, _, found := strings.Cut(said, " stands in for a NetBox")
	if !found {
		t.Fatalf("it says %q", said)
	}
	for _, name := range []string{"admin.token", "weak.token"} {
		token, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		p := &peer{URL: address, client: &http.Client{}, Tokens: map[string]string{"admin": strings.TrimSpace(string(token))}}
		if status, answer := p.ask(t, http.MethodGet, "", ""); status != http.StatusOK || !strings.Contains(string(answer), "/api/plugins/my-plugin/") {
			t.Errorf("%s: HTTP %d %s", name, status, answer)
		}
		p.client.CloseIdleConnections()
	}
}
