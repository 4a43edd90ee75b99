package built

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Service is a running mcp-bridge-http.
type Service struct {
	URL     string // of the MCP endpoint
	Process *os.Process
	Log     *Log
	killed  bool
}

// Log is what a service has logged so far. It may be read at any time.
type Log struct {
	mutex sync.Mutex
	text  strings.Builder
}

// Write implements [io.Writer].
func (l *Log) Write(text []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(text)
}

// String is the whole log.
func (l *Log) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// HTTP runs mcp-bridge-http from the folder on a free port, with no environment
// but the path and a home of its own beside what is given. It is told to stop
// when the test ends and must do so cleanly.
func HTTP(t *testing.T, folder string, environment ...string) *Service {
	t.Helper()
	command := exec.Command(filepath.Join(folder, "mcp-bridge-http"), "--listen", "127.0.0.1:0")
	command.Env = append(Home(t), environment...)
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	service := &Service{Process: command.Process, Log: &Log{}}
	url, drained := make(chan string, 1), make(chan struct{})
	go func() {
		defer close(drained)
		findURL(io.MultiWriter(t.Output(), service.Log), log, url)
	}()
	t.Cleanup(func() {
		if transport, ok := http.DefaultTransport.(*http.Transport); ok {
			transport.CloseIdleConnections()
		}
		_ = command.Process.Signal(syscall.SIGTERM)
		<-drained
		if err := command.Wait(); err != nil && !service.killed {
			t.Errorf("mcp-bridge-http did not stop cleanly: %v", err)
		}
	})
	var told bool
	if service.URL, told = <-url; !told {
		t.Fatal("mcp-bridge-http ended without telling its URL")
	}
	return service
}

// Kill ends the service as a crash would.
func (s *Service) Kill() error {
	s.killed = true
	return s.Process.Kill()
}

// Home is an environment in which no setting or profile of the tester's comes in.
func Home(t *testing.T) []string {
	t.Helper()
	home := t.TempDir()
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home}
}

// findURL copies the log to out and sends the first endpoint that it names.
func findURL(out io.Writer, log io.Reader, found chan<- string) {
	defer close(found)
	endpoint := regexp.MustCompile(`https?://127\.0\.0\.1:\d+/mcp`)
	told := false
	for lines := bufio.NewScanner(log); lines.Scan(); {
		_, _ = out.Write(append(lines.Bytes(), '\n'))
		if url := endpoint.FindString(lines.Text()); url != "" && !told {
			found <- url
			told = true
		}
	}
}

// Bearer is a client's transport that adds a token to every request.
type Bearer string

// RoundTrip sends a copy of the request with the token.
func (b Bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}
