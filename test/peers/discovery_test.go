package peers

import (
	"slices"
	"strings"
	"testing"
)

// allTools are what the peer's plugins offer, in the order of a listing.
func allTools() []string {
	return []string{
		"cable_map.change_run", "cable_map.create_run", "cable_map.delete_run", "cable_map.list_runs", "cable_map.probe_runs", "cable_map.retire_run",
		"dns-zones.count_queries", "dns-zones.create_zone", "dns-zones.export_zones", "dns-zones.import_zone", "dns-zones.list_zones", "dns-zones.notify_zone", "dns-zones.transfer_zones",
	}
}

func TestEveryoneWhoIsKnownSeesTheSameTools(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	for _, person := range []string{"admin", "editor", "bearer", "outsider"} {
		t.Run(person, func(t *testing.T) {
			b := as(t, p, person)
			var listed catalog
			sent := p.during(t, func() { listed = b.list(t, `{}`) })
			if !slices.Equal(listed.names(), allTools()) || len(listed.Problems) != 0 {
				t.Errorf("tools %q, problems %v", listed.names(), listed.Problems)
			}
			if len(sent) != 5 || len(targets(sent)) != 0 {
				t.Errorf("asked %v, want the listing and two documents of each plugin", sent)
			}
		})
	}
}

func TestAPluginIsKnownByTheSlugOfItsLink(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	b := as(t, p, "reader")
	tests := []struct {
		name, plugin, code string
		tools              int
	}{
		{"an underscore stays", "cable_map", "", 6},
		{"a dash stays", "dns-zones", "", 7},
		{"an underscore is not made a dash", "dns_zones", "plugin_not_listed", 0},
		{"the key of the listing is only a label", "null", "plugin_not_listed", 0},
		{"the reserved entry is no plugin", "installed-plugins", "plugin_not_listed", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			listed := b.list(t, `{"plugin":"`+test.plugin+`"}`)
			if listed.Code != test.code || len(listed.Tools) != test.tools {
				t.Errorf("code %q and %d tools, want %q and %d", listed.Code, len(listed.Tools), test.code, test.tools)
			}
		})
	}
}

func TestABadCredentialEndsDiscoveryWithItsStatus(t *testing.T) {
	t.Parallel()
	peers := []struct {
		name, status string
		peer         *peer
	}{
		{"as NetBox answers", "HTTP 403", startPeer(t)},
		{"with a challenge", "HTTP 401", startPeer(t, "PEER_CHALLENGES=1")},
	}
	credentials := []struct{ name, setting string }{
		{"no token", "NETBOX_TOKEN="},
		{"a wrong token", "NETBOX_TOKEN=" + strings.Repeat("0", 40)},
		{"a wrong bearer token", "NETBOX_TOKEN=nbt_0123456789ab." + strings.Repeat("0", 40)},
	}
	for _, upstream := range peers {
		for _, credential := range credentials {
			t.Run(upstream.name+"/"+credential.name, func(t *testing.T) {
				b := connect(t, upstream.peer, credential.setting, writing)
				call := `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":"refused.example."}}`
				for _, refused := range []answer{b.list(t, `{}`).answer, b.call(t, call)} {
					if refused.Outcome != "refused" || refused.Code != "source_status" || !strings.Contains(refused.Message, upstream.status) {
						t.Errorf("%+v, want refused by %s", refused, upstream.status)
					}
				}
			})
		}
		if rows := upstream.peer.rows(t, "dns-zones/zones/"); len(rows) != 0 {
			t.Errorf("%s: %v was stored", upstream.name, rows)
		}
	}
}

func TestWhereNoLoginIsRequiredOnlyTheTargetAsksForACredential(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		peer   *peer
		status int
	}{
		{"as NetBox answers", startPeer(t, "PEER_LOGIN_REQUIRED=0"), 403},
		{"with a challenge", startPeer(t, "PEER_LOGIN_REQUIRED=0", "PEER_CHALLENGES=1"), 401},
	}
	const detail = `{"detail":"Authentication credentials were not provided."}`
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := connect(t, test.peer, writing)
			if listed := b.list(t, `{}`); !slices.Equal(listed.names(), allTools()) {
				t.Errorf("tools %q", listed.names())
			}
			read := b.call(t, `{"plugin":"dns-zones","tool":"list_zones"}`)
			if read.Outcome != "completed" || read.Status != test.status || string(read.Body) != detail {
				t.Errorf("%+v, want completed with %d and the detail", read, test.status)
			}
			write := b.call(t, `{"plugin":"dns-zones","tool":"create_zone","arguments":{"name":"example.org."}}`)
			if write.Outcome != "unknown" || write.Status != test.status || write.Excerpt != detail {
				t.Errorf("%+v, want unknown with %d and the detail", write, test.status)
			}
			if rows := test.peer.rows(t, "dns-zones/zones/"); len(rows) != 0 {
				t.Errorf("stored %v", rows)
			}
		})
	}
}

func TestATokenOfTheCallReplacesTheConfiguredOne(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	stranger := connect(t, p)
	for _, person := range []string{"reader", "bearer"} {
		t.Run(person, func(t *testing.T) {
			call := `{"plugin":"dns-zones","tool":"list_zones","token":"` + p.Tokens[person] + `"}`
			if got := stranger.call(t, call); got.Outcome != "completed" || got.Status != 200 {
				t.Errorf("%+v, want completed", got)
			}
			if again := stranger.list(t, `{}`); again.Code != "source_status" {
				t.Errorf("code %q, so the token was kept", again.Code)
			}
		})
	}
}

func TestThePeerBelowAPrefix(t *testing.T) {
	t.Parallel()
	p := startPeer(t, "PEER_BASE_PATH=netbox/")
	b := as(t, p, "editor")
	if listed := b.list(t, `{}`); !slices.Equal(listed.names(), allTools()) || len(listed.Problems) != 0 {
		t.Errorf("tools %q, problems %v", listed.names(), listed.Problems)
	}
	sent := targets(p.during(t, func() {
		if got := b.call(t, `{"plugin":"cable_map","tool":"list_runs"}`); got.Outcome != "completed" || got.Status != 200 {
			t.Errorf("%+v, want completed", got)
		}
	}))
	if len(sent) != 1 || sent[0].Path != "/netbox/api/plugins/cable_map/runs/" {
		t.Errorf("sent %v", sent)
	}
}
