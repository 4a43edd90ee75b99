//go:build conformance

package conformance

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSuite runs the scenarios of the official suite that mean something for a
// server of tools; the others ask for test tools of fixed names, or pass
// whatever the server does.
func TestSuite(t *testing.T) {
	server := authorized(t, serveHTTP(t))
	for _, suite := range []struct {
		revision, program string
		scenarios         []string
	}{
		{"2025-11-25", "@modelcontextprotocol/conformance", []string{"server-initialize", "ping", "tools-list", "dns-rebinding-protection"}},
		{"2026-07-28", "conformance-2026", []string{"tools-list", "caching", "http-header-validation", "dns-rebinding-protection", "sep-2164-resource-not-found"}},
	} {
		for _, scenario := range suite.scenarios {
			t.Run(suite.revision+"/"+scenario, func(t *testing.T) {
				results := t.TempDir()
				arguments := []string{"server", "--url", server, "--scenario", scenario, "--output-dir", results}
				if suite.revision == "2026-07-28" {
					arguments = append(arguments, "--spec-version", suite.revision)
				}
				node(t, "node_modules/"+suite.program+"/dist/index.js", arguments...)
				requireSuccess(t, results)
			})
		}
	}
}

// check is one entry of the suite's checks.json.
type check struct {
	ID           string `json:"id"`
	Status       string `json:"status"`
	ErrorMessage string `json:"errorMessage"`
}

// requireSuccess reads every checks.json below folder. The suite's exit code
// is not enough: it is 0 for a scenario that checked nothing.
func requireSuccess(t *testing.T, folder string) {
	t.Helper()
	var checks []check
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "checks.json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &checks)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(checks) == 0 {
		t.Error("the scenario checked nothing")
	}
	for _, check := range checks {
		if check.Status != "SUCCESS" {
			t.Errorf("%s: %s: %s", check.ID, check.Status, check.ErrorMessage)
		}
	}
}

// authorized stands before the bridge and adds the bearer token, which the
// suite cannot send. Its own address becomes the bridge's in Host and a listed
// one in Origin; any other passes as it came, so that the bridge judges it.
func authorized(t *testing.T, endpoint string) string {
	t.Helper()
	bridge, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewUnstartedServer(nil)
	own := proxy.Listener.Addr().String()
	// The suite aborts each request once it has its answer, which may take a kept
	// connection away from the next one.
	transport := &http.Transport{DisableKeepAlives: true}
	proxy.Config.Handler = &httputil.ReverseProxy{Transport: transport, Rewrite: func(request *httputil.ProxyRequest) {
		request.Out.URL.Scheme, request.Out.URL.Host = bridge.Scheme, bridge.Host
		request.Out.Host = strings.ReplaceAll(request.In.Host, own, bridge.Host)
		if origin := request.In.Header.Get("Origin"); origin != "" {
			request.Out.Header.Set("Origin", strings.ReplaceAll(origin, "http://"+own, allowedOrigin))
		}
		request.Out.Header.Set("Authorization", "Bearer "+authToken)
	}}
	proxy.Start()
	t.Cleanup(proxy.Close)
	return proxy.URL + bridge.Path
}
