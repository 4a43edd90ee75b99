package deploy

import (
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"mcpbridge/test/built"
)

// startWithTLS runs the bridge as the page's unit with its addition would, but
// for what is the machine's. It needs no proxy, so the way leads to itself.
func startWithTLS(t *testing.T) *way {
	t.Helper()
	at := newPlace(t, "")
	upstream := startUpstream(t, "")
	env := readUnit(t).launch().env
	maps.Copy(env, readSettings(t, tlsSection).launch().env)
	maps.Copy(env, map[string]string{
		"NETBOX_URL": upstream.url, "NETBOX_TOKEN": upstream.Token(), "NETBOX_MCP_AUTH_TOKEN": clientToken,
		"BRIDGE_JOURNAL": "sqlite:" + filepath.Join(at.folder, "journal.db"),
	})
	var environment []string
	for name, value := range env {
		environment = append(environment, name+"="+at.certified(value))
	}
	bridge, err := url.Parse(built.HTTP(t, binaries, environment...).URL)
	if err != nil {
		t.Fatal(err)
	}
	if bridge.Scheme != "https" {
		t.Fatalf("it serves %s", bridge)
	}
	at.address, at.port, err = net.SplitHostPort(bridge.Host)
	if err != nil {
		t.Fatal(err)
	}
	return newWay(t, at)
}

func TestTheBridgeSpeaksHTTPSByItself(t *testing.T) {
	way := startWithTLS(t)
	result, err := way.connect(t, nil).CallTool(t.Context(), findPrefix())
	if err != nil {
		t.Fatal(err)
	}
	if outcome := outcomeOf(t, result); outcome != "completed" {
		t.Errorf("outcome %q: %v", outcome, result.StructuredContent)
	}
	if status, body := way.post(t, "/mcp", ping, "Host: evil.example"); status != 403 {
		t.Errorf("a foreign name gets %d: %s", status, body)
	}
}

// Beyond loopback the unit's addition is what lets it start.
func TestWithoutTheCertificateItDoesNotListenBeyondLoopback(t *testing.T) {
	secrets := makeSecrets(t)
	certify(t, secrets)
	l := readUnit(t).launch()
	maps.Copy(l.env, readSettings(t, tlsSection).launch().env)
	if got, err := l.load(secrets); err != nil || len(got.TrustedProxies) > 0 || len(got.Warnings) > 0 {
		t.Errorf("%v; it believes %v, and is warned of %q", err, got.TrustedProxies, got.Warnings)
	}
	delete(l.env, "BRIDGE_TLS_CERT")
	delete(l.env, "BRIDGE_TLS_KEY")
	if _, err := l.load(secrets); err == nil || !strings.Contains(err.Error(), "BRIDGE_LISTEN") {
		t.Errorf("it would listen beyond loopback: %v", err)
	}
}
