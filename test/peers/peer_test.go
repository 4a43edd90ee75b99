package peers

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// python is Debian's interpreter, the one that sees Debian's packages.
const python = "/usr/bin/python3"

// peer is one running Django application with a database of its own.
type peer struct {
	URL    string            `json:"url"`
	Tokens map[string]string `json:"tokens"` // by person

	log    string
	client *http.Client
}

// request is one request as the peer received it.
type request struct {
	ID     string `json:"id"` // of the X-Request-ID header in the answer
	Method string `json:"method"`
	Path   string `json:"path"`
	Query  string `json:"query"`
	Branch string `json:"branch"`
	Body   string `json:"body"`
	Status int    `json:"status"`
}

// startPeer starts a peer that ends with the test. The environment holds the
// settings of the peer that are to differ from NetBox's.
func startPeer(t *testing.T, environment ...string) *peer {
	t.Helper()
	return startPeerIn(t, "drf", environment...)
}

// startPeerIn starts the peer whose sources are in a folder.
func startPeerIn(t *testing.T, folder string, environment ...string) *peer {
	t.Helper()
	state := t.TempDir()
	var said bytes.Buffer
	command := exec.Command(python, "-B", "serve.py")
	command.Dir = folder
	command.Env = slices.Concat(environment, []string{"PEER_STATE=" + state})
	command.Stderr = &said
	stop, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatalf("the peer needs Debian's python3, python3-django and python3-djangorestframework: %v", err)
	}
	t.Cleanup(func() {
		_ = stop.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("the peer ended with %v", err)
		}
		if t.Failed() {
			t.Logf("the peer said:\n%s", &said)
		}
	})
	p := &peer{log: filepath.Join(state, "requests.jsonl"), client: &http.Client{CheckRedirect: stay}}
	t.Cleanup(p.client.CloseIdleConnections)
	if err := json.NewDecoder(out).Decode(p); err != nil {
		t.Fatal("the peer did not start")
	}
	return p
}

// stay lets a redirect be seen instead of followed.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// ask sends the administrator's own request, past the bridge.
func (p *peer) ask(t *testing.T, method, path, body string) (status int, answer []byte) {
	t.Helper()
	asked, err := http.NewRequestWithContext(t.Context(), method, p.URL+"/api/plugins/"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("Authorization", "Token "+p.Tokens["admin"])
	asked.Header.Set("Content-Type", "application/json")
	response, err := p.client.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}

// create stores an object and returns its id.
func (p *peer) create(t *testing.T, path, body string) (id int) {
	t.Helper()
	status, answer := p.ask(t, http.MethodPost, path, body)
	if status != http.StatusCreated {
		t.Fatalf("create in %s: HTTP %d\n%s", path, status, answer)
	}
	return decode[struct{ ID int }](t, answer).ID
}

// rows are the objects that a list of the peer has.
func (p *peer) rows(t *testing.T, path string) []map[string]any {
	t.Helper()
	status, answer := p.ask(t, http.MethodGet, path, "")
	if status != http.StatusOK {
		t.Fatalf("list %s: HTTP %d\n%s", path, status, answer)
	}
	return decode[struct{ Results []map[string]any }](t, answer).Results
}

// during returns what the peer received while act ran.
func (p *peer) during(t *testing.T, act func()) []request {
	t.Helper()
	before := len(p.received(t))
	act()
	return p.received(t)[before:]
}

func (p *peer) received(t *testing.T) []request {
	t.Helper()
	text, err := os.ReadFile(p.log)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var requests []request
	for line := range bytes.Lines(text) {
		requests = append(requests, decode[request](t, line))
	}
	return requests
}

// targets leaves out the requests of discovery.
func targets(received []request) []request {
	return slices.DeleteFunc(slices.Clone(received), request.isDiscovery)
}

// isDiscovery tells whether the bridge reads the listing, a root or a manifest.
func (r request) isDiscovery() bool {
	_, below, _ := strings.Cut(r.Path, "/api/plugins/")
	_, view, _ := strings.Cut(below, "/")
	return r.Method == http.MethodGet && (view == "" || view == "mcp/")
}

func decode[T any](t *testing.T, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func TestThePeerAddsTheMissingSlashByARedirect(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	if status, _ := p.ask(t, http.MethodGet, "cable_map/runs", ""); status != http.StatusMovedPermanently {
		t.Errorf("HTTP %d for a path without its slash, want 301", status)
	}
}
