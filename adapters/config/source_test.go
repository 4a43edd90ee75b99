package config

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestSourcesShowValuesButNoCredential(t *testing.T) {
	got, err := world{
		args: []string{"--timeout=7s", "--token-file=/token"},
		env: map[string]string{
			"NETBOX_URL": "netbox.example", "BRIDGE_JOURNAL": "postgres://bridge:hunter2@db/journal",
		},
		files: map[string]string{"/token": "hunter3"},
	}.load(CLI)
	if err != nil {
		t.Fatal(err)
	}
	for env, want := range map[string]Source{
		"NETBOX_TIMEOUT":      {"NETBOX_TIMEOUT", "flag", "7s", ""},
		"NETBOX_TOKEN":        {"NETBOX_TOKEN", "flag", masked, ""},
		"NETBOX_TOKEN_SECRET": {"NETBOX_TOKEN_SECRET", "default", "", ""},
		"NETBOX_URL":          {"NETBOX_URL", "environment", "netbox.example", ""},
		"BRIDGE_JOURNAL":      {"BRIDGE_JOURNAL", "environment", "postgres://bridge:xxxxx@db/journal", ""},
		"BRIDGE_APPROVE":      {},
	} {
		if source := sourceOf(got, env); source != want {
			t.Errorf("%s: %+v, want %+v", env, source, want)
		}
	}
}

func TestTheFlagsThatReachANetBoxAreTold(t *testing.T) {
	for args, want := range map[string]string{
		"":                          "",
		"--demo":                    "--demo",
		"--demo=no":                 "--demo=no",
		"--profile=lab --timeout=7": "--profile lab",
		"--token-file /run/token --url n.example --log-level debug --ssl-verify=off": "--url n.example --token-file /run/token --ssl-verify=off",
	} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		Register(flags, CLI)
		if err := flags.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Reaching(flags), " "); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

func TestAJournalWithAPasswordInItsQueryIsHidden(t *testing.T) {
	for text, want := range map[string]string{
		"postgres://db/journal?password=hunter2":    masked,
		"postgres://db/journal?sslpassword=hunter2": masked,
		"postgres://a b/":                           masked,
		"sqlite:/var/lib/journal.db":                "sqlite:/var/lib/journal.db",
		"off":                                       "off",
	} {
		if got := showJournal(text); got != want {
			t.Errorf("showJournal(%q) = %q, want %q", text, got, want)
		}
	}
}
