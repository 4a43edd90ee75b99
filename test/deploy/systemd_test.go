package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unit has the settings of a systemd unit, in their order.
type unit []struct{ name, value string }

// The sections of the page with the unit and with what is added to it for TLS.
const (
	unitSection = "systemd"
	tlsSection  = "HTTPS of its own"
)

func readUnit(t *testing.T) unit { return readSettings(t, unitSection) }

func readSettings(t *testing.T, section string) unit {
	t.Helper()
	var u unit
	for line := range strings.Lines(snippet(t, section, "ini")) {
		if name, value, found := strings.Cut(strings.TrimSpace(line), "="); found {
			u = append(u, struct{ name, value string }{name, value})
		}
	}
	return u
}

// all are the values of a setting.
func (u unit) all(name string) []string {
	var values []string
	for _, setting := range u {
		if setting.name == name {
			values = append(values, setting.value)
		}
	}
	return values
}

func (u unit) launch() launch {
	l := launch{env: map[string]string{}}
	for _, command := range u.all("ExecStart") {
		l.args = strings.Fields(command)[1:]
	}
	for _, assignment := range u.all("Environment") {
		name, value, _ := strings.Cut(assignment, "=")
		l.env[name] = value
	}
	return l
}

// systemd itself reads the unit, with the built program in its place, and
// rates how exposed it is (0 is best, 100 worst).
func TestSystemdTakesTheUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Fatal("there is no systemd-analyze to test with: install Debian's systemd")
	}
	text := strings.Replace(snippet(t, unitSection, "ini"), "/usr/local/bin", binaries, 1)
	addition := snippet(t, tlsSection, "ini")
	verify := func(text, addition string, arguments ...string) (string, error) {
		path := filepath.Join(t.TempDir(), "mcp-bridge.service")
		if err := os.Mkdir(path+".d", 0o700); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{path: text, filepath.Join(path+".d", "tls.conf"): addition} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		output, err := exec.CommandContext(t.Context(), analyze, append(arguments, path)...).CombinedOutput()
		return string(output), err
	}
	// It only warns of what it does not know.
	if output, err := verify(text, addition, "verify"); err != nil || strings.Contains(output, "mcp-bridge.service") {
		t.Errorf("%v: %s", err, output)
	}
	for name, output := range map[string]string{
		"the unit":     told(verify(without(t, text, "NoNewPrivileges", "NoNewPrivilege"), addition, "verify")),
		"the addition": told(verify(text, without(t, addition, "SupplementaryGroups", "SupplementaryGroup"), "verify")),
	} {
		if !strings.Contains(output, "mcp-bridge.service") {
			t.Errorf("it says nothing of an unknown setting in %s: %s", name, output)
		}
	}
	if output, err := verify(text, addition, "security", "--offline=yes", "--no-pager", "--threshold=15"); err != nil {
		t.Errorf("the service is too exposed: %v: %s", err, output)
	}
}

// told is what a program said, however it ended.
func told(output string, _ error) string { return output }

func TestTheUnitKeepsItsPromises(t *testing.T) {
	u := readUnit(t)
	for name, want := range map[string]string{
		"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "StateDirectory": "mcp-bridge", "StateDirectoryMode": "0700",
		"CapabilityBoundingSet": "",
	} {
		if got := u.all(name); !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, secret := range []string{"netbox-token", "bridge-token"} {
		if !slices.Contains(u.all("LoadCredential"), secret+":/etc/mcp-bridge/"+secret) {
			t.Errorf("%s is not handed over by systemd: %q", secret, u.all("LoadCredential"))
		}
		if !strings.Contains(u.all("ExecStart")[0], "=%d/"+secret) {
			t.Errorf("%s is not read from where systemd puts it", secret)
		}
	}
}
