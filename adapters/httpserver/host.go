package httpserver

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// checkHost refuses requests for another name than the service's own, so that
// a web page whose name is made to lead here (DNS rebinding) gets nothing.
func (p Policy) checkHost(next http.Handler) http.Handler {
	allows := hostRule(p.AllowedHosts)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allows(r.Host) {
			p.refuse(w, r, guardHost, refusal{
				status: http.StatusForbidden, code: "host_refused", message: "the service is not known by this name; the operator can allow it with --allowed-host",
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostRule tells whether a host is on the list, which is read once.
func hostRule(allowed []string) func(host string) bool {
	if len(allowed) == 0 {
		return func(host string) bool {
			name, _, ok := splitHost(host)
			return ok && isLoopback(name)
		}
	}
	ports := make(map[string][]string, len(allowed)) // of each name; "" is any
	for _, host := range allowed {
		name, port, _ := splitHost(host)
		ports[name] = append(ports[name], port)
	}
	return func(host string) bool {
		name, port, ok := splitHost(host)
		return ok && slices.ContainsFunc(ports[name], func(one string) bool { return one == "" || one == port })
	}
}

// splitHost reads name, name:port, [v6] or [v6]:port. Names are compared in
// lower case and without the final dot of the root, addresses in their one
// canonical form.
func splitHost(host string) (name, port string, ok bool) {
	name = host
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		var err error
		if name, port, err = net.SplitHostPort(host); err != nil || port == "" {
			return "", "", false
		}
	} else if inner, isV6 := strings.CutPrefix(host, "["); isV6 {
		name = strings.TrimSuffix(inner, "]")
	}
	if address, err := netip.ParseAddr(name); err == nil {
		return address.Unmap().String(), port, address.Zone() == "" && address.Is4() != strings.HasPrefix(host, "[")
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	return name, port, name != "" && !strings.ContainsAny(host, "[]") && !strings.Contains(name, ":")
}

func isLoopback(name string) bool {
	address, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && address.IsLoopback()
}
