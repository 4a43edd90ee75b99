// Package manyplugins is a NetBox with as many plugins as one scan may have.
// Each is one of the demo's plugins under a name of its own. Every document is
// made before the first request, so that a measurement finds the delay in the
// server's answers and little else.
package manyplugins

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/domain"
)

// The one call that is answered, a read.
const (
	Plugin    = "ip_ledger-002"
	Tool      = "find_prefix"
	Arguments = `{"site":"ams1"}`
	target    = "prefixes/?site=ams1"
)

// Plugins is how many there are; all of them advertise the bridge.
const Plugins = domain.MaxScanRoots

const (
	root  = "/api/plugins/"
	token = "demo" // the demo wants one; this server takes requests without
)

// models are the demo's plugins that are copied, in turn. The manifest of the
// last is faulty; it stands twice to stay below the limit of tools.
func models() []string {
	return []string{"circuit-watch", "config_audit", "ip_ledger", "legacy_sync", "legacy_sync"}
}

// Server is the NetBox. It is safe for concurrent use.
type Server struct {
	delay    time.Duration
	pages    map[string][]byte // by path and query
	requests atomic.Int64
}

// New makes a server that holds back every answer by the delay.
func New(delay time.Duration) (*Server, error) {
	s := &Server{delay: delay, pages: map[string][]byte{}}
	demo := netboxdemo.New(netboxdemo.Options{Token: token}).Handler()
	listing := map[string]string{}
	for i := range Plugins {
		model := models()[i%len(models())]
		name := fmt.Sprintf("%s-%03d", model, i)
		listing[name] = root + name + "/"
		for _, page := range pagesOf(model) {
			body, err := read(demo, root+model+"/"+page)
			if err != nil {
				return nil, err
			}
			s.pages[root+name+"/"+page] = bytes.ReplaceAll(body, []byte(model), []byte(name))
		}
	}
	var err error
	s.pages[root], err = json.Marshal(listing)
	return s, err
}

// pagesOf are the paths below a plugin's root that are copied.
func pagesOf(model string) []string {
	if model == "ip_ledger" {
		return []string{"", "mcp/", target}
	}
	return []string{"", "mcp/"}
}

func read(demo http.Handler, path string) ([]byte, error) {
	request := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	request.Header.Set("Authorization", "Token "+token)
	answer := httptest.NewRecorder()
	demo.ServeHTTP(answer, request)
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("the demo answers %s with HTTP %d", path, answer.Code)
	}
	return bytes.ReplaceAll(answer.Body.Bytes(), []byte("http://"+request.Host), nil), nil
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	time.Sleep(s.delay)
	page, ok := s.pages[r.URL.RequestURI()]
	if !ok || r.Method != http.MethodGet {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(page) // a client that has gone needs no answer
}

// Requests is how many requests were received.
func (s *Server) Requests() int { return int(s.requests.Load()) }
