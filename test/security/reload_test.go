package security

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A token that is taken out of the file ends with the next SIGHUP.
func TestTokensAreReadAnewOnHangup(t *testing.T) {
	path := tokensFile(t, map[string]string{"alice": aliceToken})
	s := start(t, "NETBOX_URL="+upstream(t).server.URL, "NETBOX_TOKEN="+netboxToken, "BRIDGE_AUTH_TOKENS_FILE="+path)
	status := func(token string) int { return s.exchange(t, message{}.raw(s, token, "127.0.0.1")).status }
	if status(aliceToken) != 200 {
		t.Fatal("alice does not come in")
	}
	bob := tokensFile(t, map[string]string{"bob": sharedToken})
	if err := os.Rename(bob, filepath.Clean(path)); err != nil {
		t.Fatal(err)
	}
	if err := s.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); status(sharedToken) != 200; time.Sleep(1100 * time.Millisecond) { // slower than the throttle
		if time.Now().After(deadline) {
			t.Fatal("bob does not come in")
		}
	}
	if got := status(aliceToken); got != 401 {
		t.Errorf("alice still gets %d", got)
	}
}

// The file is left without a token: none of those before stays in force. A file
// that cannot be read leaves all as it was, and that is said.
func TestTheLastTokenCanBeTakenAway(t *testing.T) {
	path := tokensFile(t, map[string]string{"alice": aliceToken})
	s := start(t, "NETBOX_URL="+upstream(t).server.URL, "NETBOX_TOKEN="+netboxToken, "BRIDGE_AUTH_TOKENS_FILE="+path)
	for _, step := range []struct {
		file, logs string
		want       int
	}{
		{"alice " + aliceToken + "\n", "could not be read anew", 200},
		{"# nobody\n", "nobody is let in", 401},
	} {
		if err := os.WriteFile(path, []byte(step.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		s.await(t, step.logs)
		if got := s.exchange(t, message{}.raw(s, aliceToken, "127.0.0.1")).status; got != step.want {
			t.Errorf("%q: status %d, want %d", step.logs, got, step.want)
		}
	}
}

// A service that could let nobody in does not start.
func TestAFileWithoutATokenStopsTheStart(t *testing.T) {
	command := exec.CommandContext(t.Context(), filepath.Join(binaries, "mcp-bridge-http"), "--demo", "--listen", "127.0.0.1:0")
	command.Env = []string{"HOME=" + t.TempDir(), "BRIDGE_AUTH_TOKENS_FILE=" + tokensFile(t, nil)}
	output, err := command.CombinedOutput()
	exit, failed := errors.AsType[*exec.ExitError](err)
	if !failed || exit.ExitCode() != 2 || !strings.Contains(string(output), "there is no token in it") {
		t.Errorf("ended with %v, said %q", err, output)
	}
}
