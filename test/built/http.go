package built

import (
	"bufio"
	"errors"
	"fmt"
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

// Service is a running HTTP server of MCP.
type Service struct {
	URL     string // of the MCP endpoint
	Process *os.Process
	Log     *Log

	wait    func() error  // for its end
	drained chan struct{} // closed when its log has ended
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
	service, err := Serve(command, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if transport, ok := http.DefaultTransport.(*http.Transport); ok {
			transport.CloseIdleConnections()
		}
		if err := service.Stop(); err != nil && !service.killed {
			t.Errorf("mcp-bridge-http did not stop cleanly: %v", err)
		}
	})
	return service
}

// Serve starts the command and waits until its log, which is copied to out,
// names its endpoint. The error holds the log of a command that never did.
func Serve(command *exec.Cmd, out io.Writer) (*Service, error) {
	log, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	service := &Service{Process: command.Process, Log: &Log{}, drained: make(chan struct{})}
	service.wait = sync.OnceValue(func() error { <-service.drained; return command.Wait() })
	url := make(chan string, 1)
	go func() {
		defer close(service.drained)
		findURL(io.MultiWriter(out, service.Log), log, url)
	}()
	var told bool
	if service.URL, told = <-url; !told {
		return nil, errors.Join(fmt.Errorf("%s ended without telling its URL\n%s", command.Path, service.Log), command.Wait())
	}
	return service, nil
}

// Stop tells the service to stop and waits until it has. The error is how it
// ended if that was not cleanly. A second time it tells the same.
func (s *Service) Stop() error {
	_ = s.Process.Signal(syscall.SIGTERM)
	return s.wait()
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
