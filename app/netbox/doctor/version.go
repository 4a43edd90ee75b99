package doctor

import (
	"context"
	"strconv"
	"strings"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain/netbox"
)

// statusPath is where a NetBox tells its version, to those who may log in.
const statusPath = "/api/status/"

// version asks which NetBox it is, and falls back on the header that comes with
// every answer of the API, a refusal included.
func (v *visit) version(ctx context.Context) diagnosis.Finding {
	told, _ := v.welcome.Header("API-Version")
	version := v.foreign(told)
	if x := v.get(ctx, statusPath); x.IsSuccess() {
		status, _ := object(x)
		for _, name := range []string{"netbox-version", "netbox-full-version"} {
			if text := v.foreign(status.Get(name).Text()); text != "" {
				version = text
			}
		}
	}
	switch {
	case version == "":
		return warning("whatever answers does not tell which NetBox it is", "Check that NETBOX_URL leads to a NetBox.")
	case netbox.VersionOf(v.Token) == netbox.V2 && isOlder(version, 4, 5):
		return failed("NetBox "+version+", which does not know v2 tokens", "Make a v1 token, or update the NetBox to 4.5 or later.")
	}
	return ok("NetBox " + version)
}

// isOlder compares the first two parts of a version, if they are numbers.
func isOlder(version string, major, minor int) bool {
	first, rest, _ := strings.Cut(version, ".")
	second, _, _ := strings.Cut(rest, ".")
	x, err := strconv.Atoi(first)
	if err != nil {
		return false
	}
	y, err := strconv.Atoi(second)
	return err == nil && (x < major || x == major && y < minor)
}
