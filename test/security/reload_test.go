package security

import (
	"os"
	"path/filepath"
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
	if err := s.command.Process.Signal(syscall.SIGHUP); err != nil {
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
