package config

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Whoever has to correct the settings learns of all at once, and of none that is
// only a consequence of another.
func TestAllThatIsWrongIsToldAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		binary Binary
		args   string
		env    map[string]string
		want   []string // the beginning of each line
	}{
		"three places":             {Stdio, "--timeout=soon", map[string]string{"LOG_LEVEL": "loud", "NETBOX_TOKEN": "a b"}, []string{"NETBOX_TOKEN: ", "--timeout: ", "LOG_LEVEL: ", "NETBOX_URL: "}},
		"a mode's needs":           {HTTP, "--auth=oauth --journal=none", map[string]string{"NETBOX_URL": "n.example"}, []string{"--journal: ", "BRIDGE_OAUTH_ISSUER: ", "BRIDGE_OAUTH_RESOURCE: "}},
		"beside a demo":            {Stdio, "--demo --url=n.example --profile=p", nil, []string{"--profile: ", "--url: "}},
		"a profile's own":          {Stdio, "", map[string]string{"HOME": "/bad"}, []string{"base_url: ", "ssl_verify: ", "timeout: "}},
		"no URL is no wonder":      {Stdio, "--profile=none", nil, []string{"--profile: "}},
		"nor without a demo":       {Stdio, "--demo=maybe", nil, []string{"--demo: "}},
		"a half that is malformed": {Stdio, "--token-key=a.b", map[string]string{"NETBOX_URL": "n.example"}, []string{"--token-key: "}},
		"who may listen":           {HTTP, "--listen=:80 --insecure-plaintext=maybe", map[string]string{"NETBOX_URL": "n.example", "NETBOX_MCP_AUTH_TOKEN": "t"}, []string{"--insecure-plaintext: "}},
	} {
		t.Run(name, func(t *testing.T) {
			w := world{args: strings.Fields(c.args), env: c.env, files: map[string]string{
				"/bad/.config/netbox-sdk/config.json": `{"base_url": 5, "ssl_verify": "no", "timeout": 0}`,
			}}
			_, err := w.load(c.binary)
			if err == nil {
				t.Fatal("accepted")
			}
			lines := strings.Split(err.Error(), "\n")
			for i, want := range c.want {
				if len(lines) != len(c.want) || !strings.HasPrefix(lines[i], want) {
					t.Fatalf("got\n%s\nwant %q", err, c.want)
				}
			}
		})
	}
}

// What is wrong may be a credential in the wrong place, so the marked sources show
// nothing of it.
func TestSourcesAreMarkedWithWhatIsWrong(t *testing.T) {
	w := world{env: map[string]string{
		"NETBOX_URL": "https://user:" + hidden + "@n.example", "NETBOX_TOKEN": hidden + " ", "LOG_LEVEL": hidden, "LOG_FORMAT": "json",
		"BRIDGE_JOURNAL": "postgres:" + hidden, "NETBOX_MCP_ALLOW_MUTATIONS": hidden,
	}}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	Register(flags, CLI)
	if err := flags.Parse([]string{"--demo=off", "--timeout=" + hidden}); err != nil {
		t.Fatal(err)
	}
	got, err := Examine(CLI, flags, w.lookup, w.open)
	if err == nil || got.URL != "" || len(got.Warnings) != 1 || len(got.Sources) != len(table(CLI)) {
		t.Fatalf("%v, %+v", err, got)
	}
	for env, want := range map[string]Source{
		"NETBOX_URL":     {"NETBOX_URL", "environment", masked, "NETBOX_URL: expected "},
		"NETBOX_TOKEN":   {"NETBOX_TOKEN", "environment", masked, "NETBOX_TOKEN: expected "},
		"NETBOX_TIMEOUT": {"NETBOX_TIMEOUT", "flag", masked, "--timeout: expected "},
		"BRIDGE_JOURNAL": {"BRIDGE_JOURNAL", "environment", masked, "BRIDGE_JOURNAL: expected "},
		"LOG_LEVEL":      {"LOG_LEVEL", "environment", masked, "LOG_LEVEL: expected debug"},
		"LOG_FORMAT":     {"LOG_FORMAT", "environment", "json", ""},
		"BRIDGE_DEMO":    {"BRIDGE_DEMO", "flag", "off", ""},
	} {
		source := sourceOf(got, env)
		marked := strings.HasPrefix(source.Wrong, want.Wrong) && (source.Wrong == "") == (want.Wrong == "")
		if source.Wrong = want.Wrong; !marked || source != want {
			t.Errorf("%s: %+v, want %+v", env, sourceOf(got, env), want)
		}
	}
	for _, source := range got.Sources {
		if strings.Contains(source.Value+source.Wrong, hidden) {
			t.Errorf("shows a credential: %+v", source)
		}
	}
}
