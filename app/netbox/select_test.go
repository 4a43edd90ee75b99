package netbox

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

func TestSelectFailsClosedWithTheReason(t *testing.T) {
	answers := installation("good")
	answers["/api/plugins/"] = answer{body: strings.Replace(listing("good", "silent", "faulty", "forbidden", "no_manifest"), "}",
		`,"renamed":"http://elsewhere.example/api/plugins/moved/","wrong":"/api/plugins/good/?x"}`, 1)}
	answers["/api/plugins/silent/"] = answer{body: `{}`}
	answers["/api/plugins/faulty/"] = answer{body: `{"mcp":{"schema_version":"2"}}`}
	answers["/api/plugins/forbidden/"] = answer{status: 403, body: `{"detail":"no"}`}
	answers["/api/plugins/no_manifest/"] = answer{body: advertisement("no_manifest")}
	answers["/api/plugins/unlisted/"] = answer{body: advertisement("unlisted")}
	answers["/api/plugins/unlisted/mcp/"] = answer{body: manifest("unlisted", 1)}
	for plugin, want := range map[string]fault.Code{
		"good":              "",
		"silent":            fault.PluginNotAdvertising,
		"faulty":            fault.AdvertisementInvalid,
		"forbidden":         fault.SourceStatus,
		"no_manifest":       fault.SourceStatus,
		"unlisted":          fault.PluginNotListed,
		"moved":             fault.RootLinkInvalid, // known by the link's path
		"wrong":             fault.RootLinkInvalid, // known by the key
		"renamed":           fault.RootLinkInvalid,
		"installed-plugins": fault.PluginNotListed,
		"../../dcim":        fault.PluginNotListed,
		"":                  fault.PluginNotListed,
		"GOOD":              fault.PluginNotListed,
	} {
		t.Run(plugin, func(t *testing.T) {
			catalog, err := plugins(t, fakeNetBox(answers), 8).Select(t.Context(), domain.Access{}, plugin)
			if codeOf(err) != want {
				t.Fatalf("error %v, want code %q", err, want)
			}
			if err == nil && len(catalog.Tools) != 1 {
				t.Errorf("%d tools, want 1", len(catalog.Tools))
			}
			if unread := errors.Is(err, ports.ErrManifestUnread); unread != (plugin == "no_manifest") {
				t.Errorf("the manifest could not be read: %v", unread)
			}
		})
	}
}

func TestSelectNeverRequestsAnInvalidName(t *testing.T) {
	fetcher := fakeNetBox(installation("good"))
	if _, err := plugins(t, fetcher, 8).Select(t.Context(), domain.Access{}, "good/../../users"); err == nil {
		t.Error("the name was accepted")
	}
	if calls := fetcher.FetchCalls(); len(calls) > 0 {
		t.Errorf("requested %s", calls[0].Request.Path)
	}
}

// The listing and the root are asked for at the same time: each of the two
// answers only once both requests are under way.
func TestSelectNeedsTwoRoundTrips(t *testing.T) {
	inner := fakeNetBox(installation("good"))
	var both sync.WaitGroup
	both.Add(2)
	fetcher := &portsmock.FetcherMock{FetchFunc: func(ctx context.Context, request ports.Request) domain.Exchange {
		if !strings.HasSuffix(request.Path, "/mcp/") {
			both.Done()
			both.Wait()
		}
		return inner.Fetch(ctx, request)
	}}
	if _, err := plugins(t, fetcher, 1).Select(t.Context(), domain.Access{}, "good"); err != nil {
		t.Fatal(err)
	}
	if calls := len(fetcher.FetchCalls()); calls != 3 {
		t.Errorf("%d requests, want 3", calls)
	}
}

func TestDiscoveryRequestsAreFreshBoundedReads(t *testing.T) {
	fetcher := fakeNetBox(installation("good"))
	if _, err := plugins(t, fetcher, 1).Select(t.Context(), domain.Access{}, "good"); err != nil {
		t.Fatal(err)
	}
	limits := map[string]int{
		"/api/plugins/": domain.MaxRootBytes, "/api/plugins/good/": domain.MaxRootBytes, "/api/plugins/good/mcp/": domain.MaxManifestBytes,
	}
	for _, call := range fetcher.FetchCalls() {
		r := call.Request
		if r.Method != "GET" || !r.Fresh || r.MaxBody != limits[r.Path] || r.Allowance == nil || r.Body != nil || r.Headers != nil {
			t.Errorf("unexpected request %+v", r)
		}
	}
}
