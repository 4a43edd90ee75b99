package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// Where a URL tells whose document it is, lint holds it to what the bridge demands
// there (contract section 3), and nowhere else.
func TestAURLTellsWhoseDocumentItIs(t *testing.T) {
	manifest, err := os.ReadFile("../../adapters/netboxdemo/manifests/ip_ledger.json")
	if err != nil {
		t.Fatal(err)
	}
	leading := func(link string) string {
		return `{"mcp": {"schema_version": "1", "manifest": "` + link + `"}}`
	}
	const root, place = "/api/plugins/ip_ledger/", "/api/plugins/ip_ledger/mcp/"
	for name, c := range map[string]struct {
		path, served string // %s in it is the server's own origin
		more         string // arguments
		code         int
		says         string
	}{
		"its own manifest":              {place, string(manifest), "", 0, "a sound manifest"},
		"below a base path":             {"/netbox" + place, string(manifest), "", 0, "a sound manifest"},
		"the manifest of another":       {"/api/plugins/other/mcp/", string(manifest), "", 1, "/plugin"},
		"a manifest somewhere":          {"/manifest.json", string(manifest), "", 0, "a sound manifest"},
		"an advertisement for one":      {place, leading(place), "", 1, "tools"},
		"a link by its path":            {root, leading(place), "", 0, "a sound advertisement"},
		"a link by its URL":             {root, leading("%s" + place), "", 0, "a sound advertisement"},
		"a link with the base path":     {"/netbox" + root, leading("%s/netbox" + place), "", 0, "a sound advertisement"},
		"a link without the base path":  {"/netbox" + root, leading(place), "", 0, "a sound advertisement"},
		"a link with a base path":       {root, leading("/netbox" + place), "", 1, "link_target"},
		"a link to another origin":      {root, leading("https://netbox.example" + place), "", 1, "link_origin"},
		"to a trusted one":              {root, leading("https://netbox.example" + place), "--trusted-origins=https://netbox.example", 0, "a sound advertisement"},
		"a link to another plugin":      {root, leading("/api/plugins/other/mcp/"), "", 1, "link_target"},
		"a root that takes no part":     {root, `{"records": "/api/plugins/ip_ledger/records/"}`, "", 1, "does not take part"},
		"a manifest for a root":         {root, string(manifest), "", 1, "does not take part"},
		"an advertisement somewhere":    {"/a.json", leading("https://netbox.example" + place), "", 0, "a sound advertisement"},
		"the plugin's own name":         {place, string(manifest), "--plugin=ip_ledger", 0, "a sound manifest"},
		"a name that the URL does not":  {place, string(manifest), "--plugin=other", 2, "--plugin: expected the plugin of the URL, which is ip_ledger"},
		"a name for what tells no name": {"/manifest.json", string(manifest), "--plugin=other", 1, "/plugin"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(nil)
			server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != c.path {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(strings.ReplaceAll(c.served, "%s", server.URL)))
			})
			server.Start()
			defer server.Close()
			stdout, stderr, code := run(t, append([]string{"lint", server.URL + c.path}, strings.Fields(c.more)...)...)
			if code != c.code || !strings.Contains(stdout+stderr, c.says) {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
		})
	}
}

func TestADocumentThatIsNotServedTellsTheStatus(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer server.Close()
	if _, stderr, code := run(t, "lint", server.URL+"/api/plugins/p/mcp/"); code != 1 || !strings.Contains(stderr, "source_status: the document was answered with HTTP 403") {
		t.Errorf("ended with %d, said %q", code, stderr)
	}
}
