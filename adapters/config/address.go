package config

import (
	"errors"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"mcpbridge/domain/netbox"
)

// parseURL reads where NetBox is. The API's own path is added later, so a URL
// that already has it would miss.
func parseURL(text string) (string, error) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	base, err := netbox.ParseBase(strings.TrimRight(text, "/"), nil)
	if err != nil || strings.Trim(base.Path, urlPathCharacters) != "" {
		return "", errForm
	}
	if strings.HasSuffix(base.Path, "/api") {
		return "", errors.New("leave out the /api at its end")
	}
	return base.Origin.String() + base.Path, nil
}

// urlPathCharacters are those of a path below which NetBox may be served:
// unreserved characters (RFC 3986 section 2.3) and slashes.
const urlPathCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"

// parseOrigins reads origins with commas between them; a blank text has none.
func parseOrigins(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	return listOf(parseOrigin)(text)
}

func parseOrigin(text string) (string, error) {
	origin, err := netbox.ParseOrigin(text)
	if err != nil {
		return "", errForm
	}
	return origin.String(), nil
}

// parseListen reads host:port. An empty host is every address of the machine.
func parseListen(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errForm
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || port != strconv.FormatUint(n, 10) {
		return "", errForm
	}
	return text, nil
}

// isLoopback reports whether a host is this machine and nothing else.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}
