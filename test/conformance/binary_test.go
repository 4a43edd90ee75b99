//go:build conformance

package conformance

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// authToken is the bearer token that the tested bridge asks for.
const authToken = "conformance-0123456789abcdef0123456789abcdef"

// serveHTTP starts the HTTP binary with its demo and returns the URL of its
// MCP endpoint. The binary must stop cleanly when the test ends.
func serveHTTP(t *testing.T) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), filepath.Join(binaries, "mcp-bridge-http"), "--demo", "--listen", "127.0.0.1:0")
	command.Env = append(os.Environ(), "NETBOX_MCP_AUTH_TOKEN="+authToken)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 20 * time.Second
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	endpoint, drained := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(drained)
		readLog(t.Output(), log, endpoint)
	}()
	t.Cleanup(func() {
		<-drained
		if err := command.Wait(); !errors.Is(err, context.Canceled) {
			t.Errorf("mcp-bridge-http did not stop cleanly: %v", err)
		}
	})
	url, ok := <-endpoint
	if !ok {
		t.Fatal("mcp-bridge-http ended without telling its URL")
	}
	return url
}

// readLog copies the log to out until it ends and sends the first URL of an
// MCP endpoint in it.
func readLog(out io.Writer, log io.Reader, endpoint chan<- string) {
	defer close(endpoint)
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`)
	told := false
	for lines := bufio.NewScanner(log); lines.Scan(); {
		_, _ = out.Write(append(lines.Bytes(), '\n'))
		if found := url.FindString(lines.Text()); found != "" && !told {
			endpoint <- found
			told = true
		}
	}
}

// node runs an installed Node program to its end and returns what it printed
// on standard output.
func node(t *testing.T, program string, arguments ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "node", append([]string{program}, arguments...)...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	command.Stderr = t.Output()
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, output)
	}
	return output
}
