package deploy

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"mcpbridge/adapters/config"
	"mcpbridge/domain"
)

// launch is one of the page's ways to start the bridge.
type launch struct {
	args []string
	env  map[string]string
}

func launches(t *testing.T) map[string]launch {
	t.Helper()
	return map[string]launch{
		"docker":     dockerRun(t),
		"compose":    readCompose(t).Services.Bridge.launch(),
		"systemd":    readUnit(t).launch(),
		"kubernetes": readManifests(t).container().launch(),
	}
}

// dockerRun reads "docker run OPTION... IMAGE ARGUMENT...".
func dockerRun(t *testing.T) launch {
	t.Helper()
	_, command, found := strings.Cut(snippet(t, "Docker", "sh"), "docker run ")
	words := strings.Fields(strings.ReplaceAll(command, "\\\n", " "))
	image := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, "@sha256:") })
	if !found || image < 0 {
		t.Fatalf("no docker run of an image by its digest: %q", words)
	}
	l := launch{args: words[image+1:], env: imageEnvironment(t)}
	for i, word := range words[:image] {
		if word == "--env" {
			name, value, _ := strings.Cut(words[i+1], "=")
			l.env[name] = value
		}
	}
	return l
}

// imageEnvironment is what the image sets by itself.
func imageEnvironment(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	for _, match := range regexp.MustCompile(`(?m)^ENV (\w+)=(\S+)$`).FindAllStringSubmatch(string(text), -1) {
		env[match[1]] = match[2]
	}
	return env
}

// makeSecrets does what the page tells the operator to do and returns the
// folder of the secrets.
func makeSecrets(t *testing.T) string {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "bash", "-euc", snippet(t, "Secrets", "sh"))
	shell.Dir = t.TempDir()
	shell.Stdin = strings.NewReader(netboxToken + "\n")
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return filepath.Join(shell.Dir, "secrets")
}

const netboxToken = "nbt_abcdefghijkl.0123456789abcdef0123456789abcdef01234567"

// load reads the launch's settings, as the bridge would on that machine.
func (l launch) load(secrets string) (config.Settings, error) {
	env := func(name string) (string, bool) { value, set := l.env[name]; return value, set }
	return config.Load(config.HTTP, l.args, env, func(name string) (fs.File, error) {
		return os.Open(filepath.Join(secrets, filepath.Base(name)))
	})
}

func TestEveryWayToStartIsUnderstoodByTheBridge(t *testing.T) {
	secrets := makeSecrets(t)
	bridgeToken, err := os.ReadFile(filepath.Join(secrets, "bridge-token"))
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range launches(t) {
		t.Run(name, func(t *testing.T) {
			got, err := l.load(secrets)
			if err != nil {
				t.Fatal(err)
			}
			if got.URL != "https://netbox.example.org" || got.Token.Reveal() != netboxToken {
				t.Errorf("it reaches %s, not the NetBox of the page with its token", got.URL)
			}
			if len(bridgeToken) < 32 || got.AuthToken.Reveal() != strings.TrimSpace(string(bridgeToken)) {
				t.Error("its clients' token is not the one that was made")
			}
			if !slices.Equal(got.AllowedHosts, []string{host}) || len(got.TrustedProxies) != 1 {
				t.Errorf("behind a proxy it answers to %q and believes %v", got.AllowedHosts, got.TrustedProxies)
			}
			if got.Approval.Mode != domain.AskAlways || got.AllowMutations {
				t.Errorf("a write needs no person (%s) or the gate is open (%t)", got.Approval.Mode, got.AllowMutations)
			}
			if replicated := !got.JournalURL.IsZero(); replicated == got.StateKey.IsZero() {
				t.Errorf("journal in PostgreSQL: %t, but shared state key: %t", replicated, !got.StateKey.IsZero())
			}
			if got.JournalURL.IsZero() && got.JournalPath != "/var/lib/mcp-bridge/journal.db" {
				t.Errorf("the journal %q is not where it is kept", got.JournalPath)
			}
		})
	}
}

func TestNoSecretStandsInASetting(t *testing.T) {
	for name, l := range launches(t) {
		for variable, value := range l.env {
			secret := slices.Contains([]string{"NETBOX_TOKEN", "NETBOX_TOKEN_SECRET", "NETBOX_MCP_AUTH_TOKEN", "PGPASSWORD"}, variable)
			if address, found := strings.CutPrefix(value, "postgres://"); secret || found && !strings.HasPrefix(address, "bridge@") {
				t.Errorf("%s: %s holds a secret", name, variable)
			}
		}
	}
}

// The password of the journal comes from the file that the page makes.
func TestThePasswordFileServesEveryJournal(t *testing.T) {
	secrets := makeSecrets(t)
	password, err := os.ReadFile(filepath.Join(secrets, "postgres-password"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PGPASSFILE", filepath.Join(secrets, "pgpass"))
	served := 0
	for name, l := range launches(t) {
		address := l.env["BRIDGE_JOURNAL"]
		if !strings.HasPrefix(address, "postgres:") {
			continue
		}
		served++
		if filepath.Base(l.env["PGPASSFILE"]) != "pgpass" {
			t.Errorf("%s: PGPASSFILE is %q", name, l.env["PGPASSFILE"])
		}
		parsed, err := pgx.ParseConfig(address)
		if err != nil {
			t.Fatal(err)
		}
		if len(password) < 32 || parsed.Password != strings.TrimSpace(string(password)) {
			t.Errorf("%s: the driver finds another password for %s", name, address)
		}
	}
	if served != 2 {
		t.Errorf("%d ways keep the journal in PostgreSQL, want 2", served)
	}
}

func TestSecretsAreTheirOwnersAlone(t *testing.T) {
	secrets := makeSecrets(t)
	want := map[string]bool{".": true, "netbox-token": true, "bridge-token": true, "state-key": true, "postgres-password": true, "pgpass": true}
	err := filepath.WalkDir(secrets, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(secrets, path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if !want[name] || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is there with mode %o", name, info.Mode().Perm())
		}
		delete(want, name)
		return nil
	})
	if err != nil || len(want) > 0 {
		t.Errorf("missing: %v, %v", slices.Collect(maps.Keys(want)), err)
	}
}
