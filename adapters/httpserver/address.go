package httpserver

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

type addressKey struct{}

// checkAddress finds out from which address the request comes, keeps that for
// the limits behind it, and refuses those that are not on the list.
func (p Policy) checkAddress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := p.clientAddress(r)
		if len(p.AllowedAddresses) > 0 && !contains(p.AllowedAddresses, address) {
			p.refuse(w, r, guardAddress, refusal{
				status: http.StatusForbidden, code: "address_refused", message: "this address may not call; the operator can allow it with --allowed-ip",
			})
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), addressKey{}, address)))
	})
}

// clientAddress is the last address before the trusted proxies. Each proxy adds
// the one it was called from at the end, so what stands before the last
// stranger is whatever that stranger wrote.
func (p Policy) clientAddress(r *http.Request) netip.Addr {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	address := remote.Addr().Unmap().WithZone("")
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !contains(p.TrustedProxies, address) {
			break
		}
		before, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		address = before.Unmap().WithZone("")
	}
	return address
}

func contains(networks []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(networks, func(network netip.Prefix) bool { return network.Contains(address) })
}

// neighbourhood is what an address counts as for the limits: in IPv6 a network
// of 64 bits, all addresses of which belong to one subscriber.
func neighbourhood(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(netip.Addr)
	if address.Is6() {
		network, _ := address.Prefix(64) // fits every IPv6 address
		return network.String()
	}
	return address.String()
}
