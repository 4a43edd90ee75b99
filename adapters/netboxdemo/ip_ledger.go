package netboxdemo

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"slices"
)

// ipLedger is a plugin that keeps the book of who uses which prefix.
type ipLedger struct {
	entries []ledgerEntry // in the order of their addresses
	usage   map[netip.Prefix]usage
}

type ledgerEntry struct {
	Prefix  netip.Prefix `json:"prefix"`
	Site    string       `json:"site"`
	Status  string       `json:"status"`
	Purpose string       `json:"purpose"`
}

// usage holds number tokens, for they exceed every machine type.
type usage struct {
	PercentUsed json.Number `json:"percent_used"`
	OctetsIn    json.Number `json:"octets_in"`
	OctetsTotal json.Number `json:"octets_total"`
}

// The states of a ledger entry.
const (
	active   = "active"
	reserved = "reserved"
)

func newIPLedger() *ipLedger {
	servers, backbone := netip.MustParsePrefix("198.51.100.0/26"), netip.MustParsePrefix("2001:db8::/36")
	return &ipLedger{
		entries: []ledgerEntry{
			{servers, "ams1", active, "Server access"},
			{netip.MustParsePrefix("203.0.113.128/25"), "fra1", reserved, "Second firewall pair"},
			{backbone, "fra1", active, "Backbone links and loopbacks"},
		},
		usage: map[netip.Prefix]usage{
			servers:  {"87.5", "482910", "1029384"},
			backbone: {"1.10", "9223372036854775807", "10000000000000000000001"},
		},
	}
}

func (l *ipLedger) routes() []route {
	return []route{
		{tool: "find_prefix", method: http.MethodGet, path: "prefixes/", operation: l.find},
		{tool: "reserve_prefix", method: http.MethodPost, path: "prefixes/reserve/", operation: l.reserve},
		{tool: "release_prefix", method: http.MethodPost, path: "prefixes/release/", operation: l.release},
		{tool: "utilisation", method: http.MethodGet, path: "prefixes/utilisation/", operation: l.utilisation},
	}
}

func (l *ipLedger) find(c call) answer {
	var filters []func(ledgerEntry) bool
	if c.form.has("address") {
		address, err := netip.ParseAddr(c.form.text("address"))
		if err != nil && c.form.ok() {
			c.form.refuse("address", "Enter a valid IPv4 or IPv6 address.")
		}
		filters = append(filters, func(e ledgerEntry) bool { return e.Prefix.Contains(address) })
	}
	if c.form.has("site") {
		site := c.form.text("site")
		filters = append(filters, func(e ledgerEntry) bool { return e.Site == site })
	}
	if !c.form.ok() {
		return c.form.answer()
	}
	found := selectAll(l.entries, filters)
	return page(found, len(found))
}

func (l *ipLedger) reserve(c call) answer {
	entry := ledgerEntry{Prefix: readPrefix(c.form), Site: c.form.text("site"), Status: reserved, Purpose: c.form.remark("purpose")}
	if !c.form.ok() {
		return c.form.answer()
	}
	if slices.ContainsFunc(l.entries, func(e ledgerEntry) bool { return e.Prefix.Overlaps(entry.Prefix) }) {
		return c.form.refuse("prefix", "This prefix overlaps one that is already in the ledger.")
	}
	l.entries = append(l.entries, entry)
	slices.SortFunc(l.entries, func(a, b ledgerEntry) int { return a.Prefix.Compare(b.Prefix) })
	return reply(http.StatusCreated, entry)
}

func (l *ipLedger) release(c call) answer {
	i, refused := l.index(c)
	if i < 0 {
		return refused
	}
	entry := l.entries[i]
	if entry.Status != reserved {
		return c.form.refuse("prefix", "Only a reserved prefix can be released.")
	}
	l.entries = slices.Delete(l.entries, i, i+1)
	return reply(http.StatusOK, entry)
}

func (l *ipLedger) utilisation(c call) answer {
	i, refused := l.index(c)
	if i < 0 {
		return refused
	}
	prefix := l.entries[i].Prefix
	counted, ok := l.usage[prefix]
	if !ok {
		counted = usage{"0", "0", "0"}
	}
	return reply(http.StatusOK, struct {
		Prefix netip.Prefix `json:"prefix"`
		usage
	}{prefix, counted})
}

// index finds the entry of the form's prefix; -1 comes with the answer that
// says why not.
func (l *ipLedger) index(c call) (int, answer) {
	prefix := readPrefix(c.form)
	if !c.form.ok() {
		return -1, c.form.answer()
	}
	i := slices.IndexFunc(l.entries, func(e ledgerEntry) bool { return e.Prefix == prefix })
	if i < 0 {
		return -1, detail(http.StatusNotFound, "No prefix matches the given query.")
	}
	return i, answer{}
}

// readPrefix reads a prefix that is written without host bits.
func readPrefix(f *form) netip.Prefix {
	text := f.text("prefix")
	prefix, err := netip.ParsePrefix(text)
	switch {
	case text == "":
	case err != nil:
		f.refuse("prefix", "Enter a valid IPv4 or IPv6 prefix in CIDR notation.")
	case prefix != prefix.Masked():
		f.refuse("prefix", "The prefix has host bits; did you mean "+prefix.Masked().String()+"?")
	}
	return prefix
}
