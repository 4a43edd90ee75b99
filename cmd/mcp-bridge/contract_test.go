package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
		"text":  "failed  all plugins  a plugin takes part  nothing was tested: none advertises the bridge",
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

// Who is refused, or asked for another plugin than there is, is told what to do.
func TestAContractTestThatCannotBeginSaysWhatToDo(t *testing.T) {
	link := serve(t, map[string]string{
		"/api/plugins/":          `{"half": "/api/plugins/half/", "whole": "/api/plugins/whole/", "My\u001bPlugin": 1}`,
		"/api/plugins/half/":     `{}`,
		"/api/plugins/whole/":    `{"mcp": {"schema_version": "1", "manifest": "/api/plugins/whole/mcp/"}}`,
		"/api/plugins/whole/mcp": `{}`,
	})
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	t.Cleanup(refusing.Close)
	token := tokenFile(t, "nbt_s3cr3t.s3cr3t")
	for name, test := range map[string]struct {
		arguments []string
		want      string
	}{
		"another plugin":          {[]string{link, "--plugin", "hole"}, "those that take part are (a name of 9 characters), whole"},
		"one without an offer":    {[]string{link, "--plugin", "half"}, "those that take part are (a name of 9 characters), whole"},
		"a name that is none":     {[]string{link, "--plugin", "nbt_S3cr3t"}, "there is no plugin (a name of 10 characters)"},
		"a faulty entry":          {[]string{link}, "(a name of 9 characters)  the advertisement keeps the contract  root_link_invalid"},
		"a refused token":         {[]string{refusing.URL, "--token-file", token}, "mcp-bridge doctor says what is wrong with it"},
		"a refused token for one": {[]string{refusing.URL, "--plugin", "p", "--token-file", token}, "mcp-bridge doctor says what is wrong with it"},
		"no token":                {[]string{refusing.URL}, "set NETBOX_TOKEN or --token-file"},
		"nobody at home":          {[]string{"http://127.0.0.1:1"}, "mcp-bridge doctor finds out why"},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := run(t, append([]string{"contract"}, test.arguments...)...)
			if code != 1 || !strings.Contains(stdout, test.want) || stderr != "" || strings.Contains(strings.ToLower(stdout), "s3cr3t") {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
		})
	}
}

// Whoever gives a weaker token wants its checks. Neither its text nor what stands in
// place of a file's name is repeated.
func TestAWeakTokenIsReadOrTheCommandEnds(t *testing.T) {
	for name, test := range map[string]struct{ file, says string }{
		"nothing":             {"", "there is no such file"},
		"an empty file":       {tokenFile(t, ""), `" holds something else`},
		"a line end alone":    {tokenFile(t, "\r\n"), "visible ASCII"},
		"white space":         {tokenFile(t, " \t\n"), "visible ASCII"},
		"two lines":           {tokenFile(t, "s3cr3t\nt0o-s3cr3t\n"), "visible ASCII"},
		"a scheme before it":  {tokenFile(t, "Token s3cr3t\n"), "visible ASCII"},
		"a folder":            {"..", `"..": it is a directory`},
		"a token, not a file": {"nbt_s3cr3t.s3cr3t", "there is no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := run(t, "contract", "--demo", "--weak-token-file", test.file)
			if code != 2 || stdout != "" || !strings.Contains(stderr, "--weak-token-file: expected a file with ") || !strings.Contains(stderr, test.says) || strings.Contains(stderr, "s3cr3t") {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
		})
	}
	if stdout, stderr, _ := run(t, "contract", "--demo", "--weak-token-file", tokenFile(t, "nbt_weak.weak\n")); stderr != "" || !strings.Contains(stdout, "/api/plugins/ answers the weaker token with HTTP 403") {
		t.Errorf("one that nobody has: printed %q, said %q", stdout, stderr)
	}
}

// tokenFile holds a text where a token belongs.
func tokenFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
