package config

import (
	"maps"
	"testing"
	"time"

	"mcpbridge/domain"
)

func TestTheJournalHasAPlaceOfItsOwn(t *testing.T) {
	const hidden = "postgres://bridge:word@db.example/journal"
	for name, c := range map[string]struct {
		args      []string
		env       map[string]string
		path, url string
	}{
		"the state directory":           {nil, map[string]string{"XDG_STATE_HOME": "/s", "HOME": "/h"}, "/s/mcp-bridge/journal.db", ""},
		"the home directory":            {nil, map[string]string{"XDG_STATE_HOME": "", "HOME": "/h"}, "/h/.local/state/mcp-bridge/journal.db", ""},
		"a relative one is ignored":     {nil, map[string]string{"XDG_STATE_HOME": "s", "HOME": "/h"}, "/h/.local/state/mcp-bridge/journal.db", ""},
		"the local data of Windows":     {nil, map[string]string{"XDG_STATE_HOME": "", "LOCALAPPDATA": "/l"}, "/l/mcp-bridge/journal.db", ""},
		"a demo leaves nothing":         {[]string{"--demo"}, nil, ":memory:", ""},
		"a self-test leaves nothing":    {[]string{"--selftest"}, nil, ":memory:", ""},
		"a demo with a journal":         {[]string{"--demo", "--journal=sqlite:j.db"}, nil, "j.db", ""},
		"off":                           {[]string{"--journal=off"}, nil, "", ""},
		"off needs no home":             {[]string{"--journal=off"}, map[string]string{"XDG_STATE_HOME": ""}, "", ""},
		"a password in the environment": {nil, map[string]string{"BRIDGE_JOURNAL": hidden}, "", hidden},
		"an address by flag":            {[]string{"--journal=postgresql:///j"}, nil, "", "postgresql:///j"},
	} {
		env := map[string]string{"NETBOX_URL": "n.example"}
		maps.Copy(env, c.env)
		got, err := world{args: c.args, env: env}.load(Stdio)
		if err != nil || got.JournalPath != c.path || got.JournalURL.Reveal() != c.url {
			t.Errorf("%s: got %q and %q, %v", name, got.JournalPath, got.JournalURL.Reveal(), err)
		}
	}
}

// Whoever looks after a journal needs nothing of a NetBox, and a setting of one
// that is out of order is in nobody's way.
func TestALedgerNeedsNoNetBox(t *testing.T) {
	for name, environment := range map[string]map[string]string{
		"nothing of a NetBox": {},
		"a bad one":           {"NETBOX_URL": "ftp://", "NETBOX_TOKEN": "\x00", "BRIDGE_PROFILE": "none", "NETBOX_SSL_VERIFY": "off"},
	} {
		environment["BRIDGE_JOURNAL"] = "sqlite:/j.db"
		got, err := world{args: []string{"--journal-retention=2", "--journal-entries=3"}, env: environment}.load(Ledger)
		if err != nil || got.JournalPath != "/j.db" || got.JournalRetention != (domain.Retention{Age: 48 * time.Hour, Entries: 3}) || len(got.Warnings) != 0 {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	if _, err := (world{args: []string{"--url=n.example"}}).load(Ledger); err == nil {
		t.Error("takes the place of a NetBox")
	}
}
