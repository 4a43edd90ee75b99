package netbox_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
)

func base(t testing.TB, configured string, trusted ...string) netbox.Base {
	t.Helper()
	b, err := netbox.ParseBase(configured, trusted)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestForeignOriginNamesBothAndTheRemedies(t *testing.T) {
	_, err := base(t, "https://netbox.example:443").PluginOfRoot("http://netbox.example:8080/api/plugins/x/")
	if err == nil {
		t.Fatal("accepted")
	}
	for _, part := range []string{"leads to http://netbox.example:8080,", "NetBox is https://netbox.example;", "X-Forwarded-Proto", "NETBOX_TRUSTED_ORIGINS"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestForeignOriginLeavesThePluginKnown(t *testing.T) {
	plugin, err := base(t, "https://a").PluginOfRoot("https://b/api/plugins/x/")
	if findings, _ := errors.AsType[fault.Findings](err); plugin != "x" || len(findings) != 1 || findings[0].Rule != fault.LinkOrigin {
		t.Errorf("PluginOfRoot() = %q, %v", plugin, err)
	}
}

func TestMalformedLinksAreNotEchoed(t *testing.T) {
	b := base(t, "https://a")
	for _, link := range []string{"hunter2", "/hunter2", "https://hunter2@a/api/plugins/x/", "/api/plugins/hunter2/%2e/", "ftp://hunter2/", "https://hunter2:x/", "/hunter2/"} {
		if _, err := b.PluginOfRoot(link); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("PluginOfRoot(%q): %v", link, err)
		}
		if err := b.CheckManifestLink(link, "x"); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("CheckManifestLink(%q): %v", link, err)
		}
	}
}

func TestTargetMessagesNameTheOnlyPlace(t *testing.T) {
	b := base(t, "https://a")
	if _, err := b.PluginOfRoot("/api/dcim/"); err == nil || !strings.Contains(err.Error(), "must lead to /api/plugins/<plugin>/") {
		t.Errorf("PluginOfRoot: %v", err)
	}
	if err := b.CheckManifestLink("/api/plugins/x/", "x"); err == nil || !strings.Contains(err.Error(), "must lead to /api/plugins/x/mcp/") {
		t.Errorf("CheckManifestLink: %v", err)
	}
}

func TestPaths(t *testing.T) {
	for got, want := range map[string]string{
		netbox.ListingPath:       "/api/plugins/",
		netbox.InstalledPlugins:  "installed-plugins",
		netbox.RootPath("x"):     "/api/plugins/x/",
		netbox.ManifestPath("x"): "/api/plugins/x/mcp/",
		netbox.ToolPath("x", domain.ToolDescriptor{Path: "a/b/"}): "/api/plugins/x/a/b/",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestAPathTellsWhoServesIt(t *testing.T) {
	for path, want := range map[string]string{
		"/api/plugins/x/": "x", "/api/plugins/x/mcp/": "x manifest", "/api/plugins/mcp/": "mcp", "/api/plugins/mcp/mcp/": "mcp manifest",
		"/api/plugins/": "", "/api/plugins/x": "", "/api/plugins/x/mcp": "", "/api/plugins/x/y/": "", "/api/plugins/x/mcp/mcp/": "",
		"/api/plugins/X/": "", "/api/plugins/installed-plugins/": "", "/api/dcim/mcp/": "", "mcp/": "", "": "",
	} {
		got, isManifest := netbox.ServedBy(path)
		if isManifest {
			got += " manifest"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestNoTokenGivesNoHeader(t *testing.T) {
	if !netbox.Authorization(domain.Secret{}).IsZero() {
		t.Error("a header without a token")
	}
}

// FuzzLink proves that an accepted link has one reading: net/url finds the same
// origin and path in it.
func FuzzLink(f *testing.F) {
	for _, link := range []string{
		"/api/plugins/x/", "https://netbox.example/api/plugins/x/", "HTTPS://NETBOX.example:443/netbox/api/plugins/a_b-c/", "https://netbox.example@evil/api/plugins/x/", "//evil/api/plugins/x/", "/api/plugins/y/../x/", "/netbox/netbox/api/plugins/x/", "https://[::1]:8000/api/plugins/x/", "http://netbox.example/api/plugins/x/", "/api/plugins/%78/",
	} {
		f.Add(link)
	}
	b := base(f, "https://netbox.example/netbox", "http://[::1]:8000")
	f.Fuzz(func(t *testing.T, link string) {
		plugin, err := b.PluginOfRoot(link)
		if err != nil {
			return
		}
		parsed, err := url.Parse(link)
		if err != nil {
			t.Fatalf("accepted, but net/url does not: %v", err)
		}
		if strings.TrimPrefix(parsed.Path, "/netbox") != netbox.RootPath(plugin) || parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil || parsed.RawPath != "" {
			t.Fatalf("%q leads to %q, but net/url reads %+v", link, plugin, parsed)
		}
		host := strings.ToLower(parsed.Scheme + "://" + parsed.Host)
		if parsed.Host != "" && host != "https://netbox.example" && host != "https://netbox.example:443" && host != "http://[::1]:8000" {
			t.Fatalf("%q leads to %s", link, host)
		}
		if err := b.CheckManifestLink(link+"mcp/", plugin); err != nil {
			t.Fatalf("the manifest below it: %v", err)
		}
	})
}

// FuzzOrigin proves that the normal form of an origin is its own normal form.
func FuzzOrigin(f *testing.F) {
	for _, text := range []string{"https://h", "HTTP://H:80", "http://[2001:DB8::1]:8000", "https://h:0443", "https://u@h", "https://\u212a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		origin, err := netbox.ParseOrigin(text)
		if err != nil {
			return
		}
		again, err := netbox.ParseOrigin(origin.String())
		if err != nil || again != origin {
			t.Fatalf("%q is %+v, but again %+v, %v", text, origin, again, err)
		}
	})
}
