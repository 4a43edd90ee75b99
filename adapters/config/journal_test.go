package config

import (
	"maps"
	"testing"
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
