package netbox_test

import (
	"errors"
	"testing"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
)

func TestAdvertisedLinks(t *testing.T) {
	for name, test := range map[string]struct {
		link, plugin string
		want         fault.Rule // "" for a good one
	}{
		"a path":                {"/api/plugins/x/mcp/", "x", ""},
		"of any plugin":         {"/api/plugins/x/mcp/", "", ""},
		"a URL":                 {"https://netbox.example/api/plugins/x/mcp/", "x", ""},
		"below a base path":     {"http://h:8000/netbox/api/plugins/x/mcp/", "x", ""},
		"of another plugin":     {"/api/plugins/y/mcp/", "x", fault.LinkTarget},
		"the root":              {"/api/plugins/x/", "", fault.LinkTarget},
		"too deep":              {"/api/plugins/x/mcp/mcp/", "", fault.LinkTarget},
		"elsewhere":             {"/api/dcim/", "", fault.LinkTarget},
		"no plugin":             {"/api/plugins/mcp/", "", fault.LinkTarget},
		"without a slash":       {"/api/plugins/x/mcp", "x", fault.LinkForm},
		"with a query":          {"/api/plugins/x/mcp/?a=b", "x", fault.LinkForm},
		"with dots in the base": {"/a/../api/plugins/x/mcp/", "x", fault.LinkForm},
		"a relative path":       {"mcp/", "x", fault.LinkForm},
		"empty":                 {"", "x", fault.LinkForm},
		"another scheme":        {"ftp://h/api/plugins/x/mcp/", "x", fault.LinkForm},
	} {
		t.Run(name, func(t *testing.T) {
			err := netbox.CheckAdvertisedLink(test.link, test.plugin)
			findings, _ := errors.AsType[fault.Findings](err)
			if test.want == "" && err != nil || test.want != "" && (len(findings) != 1 || findings[0].Rule != test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
