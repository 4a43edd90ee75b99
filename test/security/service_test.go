package security

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mcpbridge/adapters/netboxdemo"
)

// service is a running bridge and all that it said so far.
type service struct {
	address string // host:port
	home    string
	command *exec.Cmd
	drained chan struct{}

	mutex sync.Mutex
	said  bytes.Buffer // logs, and every answer
}

// start runs the bridge before a demo, with the environment and nothing else.
func start(t *testing.T, environment ...string) *service {
	t.Helper()
	home := t.TempDir()
	s := &service{home: home, drained: make(chan struct{})}
	s.command = exec.Command(filepath.Join(binaries, "mcp-bridge-http"), "--listen", "127.0.0.1:0", "--log-level", "debug")
	s.command.Env = append([]string{"HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_CONFIG_HOME=" + home}, environment...)
	log, err := s.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	found := make(chan string, 1)
	go func() {
		defer close(s.drained)
		defer close(found)
		url := regexp.MustCompile(`https?://(127\.0\.0\.1:\d+)/mcp`)
		told := false
		for lines := bufio.NewScanner(log); lines.Scan(); {
			s.hear(lines.Bytes())
			if match := url.FindStringSubmatch(lines.Text()); match != nil && !told {
				found <- match[1]
				told = true
			}
		}
	}()
	t.Cleanup(func() { s.stop(t) })
	if s.address = <-found; s.address == "" {
		t.Fatalf("the bridge did not start: %s", s.said.String())
	}
	return s
}

// stop ends the bridge, once, and waits for its last words.
func (s *service) stop(t *testing.T) {
	t.Helper()
	if s.command.ProcessState != nil {
		return
	}
	_ = s.command.Process.Signal(syscall.SIGTERM)
	<-s.drained
	if err := s.command.Wait(); err != nil {
		t.Errorf("the bridge did not stop cleanly: %v", err)
	}
}

func (s *service) hear(text []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.said.Write(text)
	s.said.WriteByte('\n')
}

// await waits until the bridge has said a text.
func (s *service) await(t *testing.T, text string) {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for late := time.After(patience); !s.hasSaid(text); {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("the bridge never said %q", text)
		}
	}
}

func (s *service) hasSaid(text string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return bytes.Contains(s.said.Bytes(), []byte(text))
}

// expectNone looks for the secrets in all that the bridge said, and in every
// file that it wrote, the journal's above all. The bridge has ended by then.
func (s *service) expectNone(t *testing.T, secrets []string) {
	t.Helper()
	places := map[string][]byte{"logs and answers": s.said.Bytes()}
	err := filepath.WalkDir(s.home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		places[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for place, content := range places {
		for _, secret := range secrets {
			if at := bytes.Index(content, []byte(secret)); at >= 0 {
				t.Errorf("%s: the secret %s shows: %s", place, secret, content[max(0, at-100):min(len(content), at+200)])
			}
		}
	}
}

// upstream is the NetBox behind the bridge.
func upstream(t *testing.T) *netboxdemo.Running {
	t.Helper()
	demo, err := netboxdemo.Start(netboxdemo.Options{Token: netboxToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Close(context.Background()) })
	return demo
}

// tokensFile names the bearers of tokens of high entropy.
func tokensFile(t *testing.T, tokens map[string]string) string {
	t.Helper()
	var lines strings.Builder
	for name, token := range tokens {
		sum := sha256.Sum256([]byte(token))
		fmt.Fprintf(&lines, "%s sha256:%s\n", name, hex.EncodeToString(sum[:]))
	}
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
