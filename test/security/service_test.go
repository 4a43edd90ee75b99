package security

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"mcpbridge/test/built"
)

// service is a running bridge and all that it gave away so far.
type service struct {
	*built.Service
	address string // host:port
	metrics string // the same of the metrics
	client  *tls.Config
	home    string
	ended   bool
	traces  *collector

	mutex   sync.Mutex
	said    bytes.Buffer // logs, and every answer
	secrets []string     // that were made for this run
	places  map[string][]byte
}

// start runs the bridge with the environment and little else. When the test
// ends, so does the bridge, and then no place that it wrote to may hold a secret.
func start(t *testing.T, environment ...string) *service {
	t.Helper()
	s := &service{home: t.TempDir(), traces: collect(t), places: map[string][]byte{}}
	command := exec.Command(filepath.Join(binaries, "mcp-bridge-http"), "--listen", "127.0.0.1:0", "--log-level", "debug")
	command.Env = append([]string{
		"HOME=" + s.home, "XDG_STATE_HOME=" + s.home, "XDG_CONFIG_HOME=" + s.home, "BRIDGE_METRICS_LISTEN=127.0.0.1:0",
		"OTEL_EXPORTER_OTLP_ENDPOINT=" + s.traces.URL, "OTEL_EXPORTER_OTLP_HEADERS=x-key=" + collectorKey,
	}, environment...)
	var err error
	if s.Service, err = built.Serve(command, s); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.stop(t)
		s.expectNoSecret(t)
	})
	s.address, s.metrics = s.serves(t, "mcp"), s.serves(t, "metrics")
	return s
}

// serves is the host:port at which the log says that something is.
func (s *service) serves(t *testing.T, what string) string {
	t.Helper()
	told := regexp.MustCompile(`url=https?://(127\.0\.0\.1:\d+)/` + what).FindStringSubmatch(s.heard())
	if told == nil {
		t.Fatalf("the bridge does not say where %s is", what)
	}
	return told[1]
}

// stop ends the bridge, once, and waits for its last words. Files and metrics
// are looked at before, since some do not outlive it.
func (s *service) stop(t *testing.T) {
	t.Helper()
	if s.ended {
		return
	}
	s.ended = true
	s.keepFiles(t, "while it ran: ")
	s.places["metrics"] = s.scrape(t)
	if err := s.Stop(); err != nil {
		t.Errorf("the bridge did not stop cleanly: %v", err)
	}
	s.keepFiles(t, "")
	s.places["traces"] = s.traces.text()
	s.places["logs and answers"] = s.said.Bytes()
}

// keepFiles reads all that the bridge wrote to disk, the journal above all.
func (s *service) keepFiles(t *testing.T, when string) {
	t.Helper()
	files := os.DirFS(s.home)
	for _, pattern := range []string{"*", "*/*"} {
		names, err := filepath.Glob(filepath.Join(s.home, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			relative, err := filepath.Rel(s.home, name)
			if err != nil {
				t.Fatal(err)
			}
			file, err := files.Open(relative)
			if err != nil {
				continue // a temporary one of the database's
			}
			if content, err := io.ReadAll(file); err == nil { // else it is a folder
				s.places[when+relative] = content
			}
			_ = file.Close()
		}
	}
}

// scrape reads the metrics as Prometheus would.
func (s *service) scrape(t *testing.T) []byte {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	response, err := client.Get(fmt.Sprintf("http://%s/metrics", s.metrics))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Write keeps a piece of the log, or of an answer.
func (s *service) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.said.Write(text)
}

// await waits until the bridge has said a text.
func (s *service) await(t *testing.T, text string) {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for late := time.After(patience); !strings.Contains(s.heard(), text); {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("the bridge never said %q", text)
		}
	}
}

// heard is the log and the answers so far.
func (s *service) heard() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.said.String()
}

// secret notes a secret of this run.
func (s *service) secret(text string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.secrets = append(s.secrets, text)
}
