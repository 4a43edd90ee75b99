package config

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// listOf makes a parser of texts with commas between them.
func listOf[T any](parse func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		var values []T
		for part := range strings.SplitSeq(text, ",") {
			value, err := parse(strings.TrimSpace(part))
			if err != nil {
				return nil, err
			}
			values = append(values, value)
		}
		return values, nil
	}
}

// parseHost reads how a client names a service: a name or an address, the IPv6
// ones in brackets, with a port or without.
func parseHost(text string) (string, error) {
	if address, err := netip.ParseAddr(text); err == nil && address.Is6() {
		text = "[" + text + "]"
	}
	name := text
	if strings.LastIndexByte(text, ':') > strings.LastIndexByte(text, ']') {
		host, port, err := net.SplitHostPort(text)
		if number, numeric := strconv.ParseUint(port, 10, 16); err != nil || numeric != nil || number == 0 {
			return "", errForm
		}
		name = host
	}
	const characters = "abcdefghijklmnopqrstuvwxyz0123456789.-_"
	name = strings.ToLower(strings.Trim(name, "[]"))
	if _, err := netip.ParseAddr(name); err != nil && (name == "" || strings.Trim(name, characters) != "") {
		return "", errForm
	}
	return strings.ToLower(text), nil
}

// parseNetwork reads a network, or an address as a network of its own.
func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil && address.Zone() == "" {
		return netip.PrefixFrom(address.Unmap(), address.Unmap().BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, errForm
	}
	return network.Masked(), nil
}

func parseRate(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != 0 && !(n >= 0.01 && n <= 1e6) {
		return 0, errForm
	}
	return n, nil
}

func parseAtOnce(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 100_000 {
		return 0, errForm
	}
	return n, nil
}
