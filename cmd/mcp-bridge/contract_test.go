package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// serve answers every path that has a row, and no other.
func serve(t *testing.T, answers map[string]string) (link string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, known := answers[r.URL.Path]
		if !known {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// What a CI system looks at is the code and the report.
func TestAContractTestOfNothingFailsInEveryFormat(t *testing.T) {
	link := serve(t, map[string]string{"/api/plugins/": `{}`})
	for format, want := range map[string]string{
		"text":  "failed  all plugins  a plugin takes part  none advertises the bridge",
		"json":  `"failed": true`,
		"junit": `failures="1"`,
		"html":  "broken",
	} {
		stdout, stderr, code := run(t, "contract", link, "--format", format)
		if code != 1 || !strings.Contains(stdout, want) || stderr != "" {
			t.Errorf("%s: ended with %d, printed %q, said %q", format, code, stdout, stderr)
		}
	}
}
