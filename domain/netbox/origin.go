package netbox

import (
	"strconv"
	"strings"

	"mcpbridge/domain/fault"
)

// maxHostChars is the longest host name (RFC 1035 section 2.3.4).
const maxHostChars = 253

// Origin is where a server answers: scheme, host and port (RFC 6454), in lower
// case and with the port always named.
type Origin struct {
	Scheme string
	Host   string // an IPv6 address keeps its brackets
	Port   string
}

// ParseOrigin reads scheme://host or scheme://host:port, with nothing after
// it. Its error is a [fault.Findings] with rule link_form.
func ParseOrigin(text string) (Origin, error) {
	origin, rest, err := CutOrigin(text)
	if err == nil && rest != "" {
		err = malformed("an origin ends after the port")
	}
	return origin, err
}

// String writes the origin without a default port.
func (o Origin) String() string {
	if o.Port == defaultPort(o.Scheme) {
		return o.Scheme + "://" + o.Host
	}
	return o.Scheme + "://" + o.Host + ":" + o.Port
}

// CutOrigin separates the origin of an absolute http or https URL from the
// path that follows it, which may be empty. Its error is a [fault.Findings]
// with rule link_form.
func CutOrigin(url string) (Origin, string, error) {
	if err := checkCharacters(url); err != nil {
		return Origin{}, "", err
	}
	scheme, rest, found := strings.Cut(url, "://")
	scheme = strings.ToLower(scheme)
	if !found || defaultPort(scheme) == "" {
		return Origin{}, "", malformed("a link is a path, or an http or https URL")
	}
	authority, path := rest, ""
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		authority, path = rest[:slash], rest[slash:]
	}
	host, port := cutPort(strings.ToLower(authority))
	if port == "" {
		port = defaultPort(scheme)
	}
	if !isHost(host) || !isPort(port) {
		return Origin{}, "", malformed("the host or port of a link is malformed (user information is not allowed)")
	}
	return Origin{Scheme: scheme, Host: host, Port: port}, path, nil
}

// cutPort separates host:port; a colon inside the brackets of IPv6 is none.
// A colon without a port leaves the colon in the host, which is malformed.
func cutPort(authority string) (host, port string) {
	colon := strings.LastIndexByte(authority, ':')
	if colon < 0 || colon == len(authority)-1 || strings.HasSuffix(authority, "]") {
		return authority, ""
	}
	return authority[:colon], authority[colon+1:]
}

func defaultPort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	default:
		return ""
	}
}

// isHost accepts a name or IPv4 address in lower-case ASCII, or an IPv6
// address in brackets. A name in another script has its ASCII form (RFC 5891).
func isHost(host string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	if address, bracketed := strings.CutPrefix(host, "["); bracketed {
		address, closed := strings.CutSuffix(address, "]")
		return closed && strings.Contains(address, ":") && strings.Trim(address, "abcdef0123456789:.") == ""
	}
	return host != "" && len(host) <= maxHostChars && strings.Trim(host, letters+".-_") == "" && !strings.Contains(host, "..") && host[0] != '.'
}

// isPort accepts a decimal number from 1 to 65535 without leading zeros.
func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && port == strconv.FormatUint(n, 10)
}

// checkCharacters refuses what would make two readings of a link possible.
func checkCharacters(link string) error {
	if strings.ContainsAny(link, "\\%?#") || strings.ContainsFunc(link, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return malformed("a link has no backslash, percent sign, query, fragment, space, control or non-ASCII character")
	}
	return nil
}

func malformed(message string) error {
	return fault.Findings{fault.Find("", fault.LinkForm, "%s", message)}
}
