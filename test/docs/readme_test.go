package docs

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"mcpbridge/test/built"
)

// The README's way to the HTTP service is taken as it stands, but on a free
// port: it serves, and not without the token that was made.
func TestTheREADMEServesTheDemo(t *testing.T) {
	folder := t.TempDir()
	if err := os.Symlink(binaries, filepath.Join(folder, "bin")); err != nil {
		t.Fatal(err)
	}
	shell := exec.Command("bash", "-c", blockWith(t, "README.md", "bin/mcp-bridge-http"))
	shell.Dir, shell.Env = folder, append(built.Home(t), "BRIDGE_LISTEN=127.0.0.1:0")
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	messages, err := shell.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	served := false
	for lines := bufio.NewScanner(messages); lines.Scan(); {
		t.Log(lines.Text())
		if url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`).FindString(lines.Text()); url != "" && !served {
			served = true
			mustRefuse(t, url)
			if err := syscall.Kill(-shell.Process.Pid, syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = shell.Wait() // the signal may have ended the shell
	if !served {
		t.Error("nothing is served")
	}
}

// blockWith is the only sh block of a page that holds the text.
func blockWith(t *testing.T, page, text string) string {
	t.Helper()
	var found []string
	for _, block := range blocks(t, filepath.Join(root, page), "sh") {
		if strings.Contains(block, text) {
			found = append(found, block)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s has %d blocks with %s", page, len(found), text)
	}
	return found[0]
}

// mustRefuse asks without a token.
func mustRefuse(t *testing.T, url string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token: HTTP %d", response.StatusCode)
	}
}
