package config

import (
	"crypto/x509"
	"encoding/pem"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestTheGateOpensForFourWordsOnly(t *testing.T) {
	const warning = "NETBOX_MCP_ALLOW_MUTATIONS (--allow-mutations) is neither on nor off, so writes stay forbidden; expected 1, true, yes or on, or else 0, false, no or off"
	for text, want := range map[string]bool{
		"1": true, "true": true, "YES": true, "On": true,
		"0": false, "false": false, "No": false, "OFF": false, "": false,
		"y": false, "2": false, "enabled": false, "true;": false, "t": false,
	} {
		known := isYes(text) || isNo(text) || text == ""
		got, err := world{env: map[string]string{"NETBOX_URL": "n.example", "NETBOX_MCP_ALLOW_MUTATIONS": text}}.load(Stdio)
		if err != nil || got.AllowMutations != want || slices.Contains(got.Warnings, warning) == known {
			t.Errorf("%q: got %v, %v, warnings %q", text, got.AllowMutations, err, got.Warnings)
		}
	}
}

func TestADemoNeitherReadsNorKeepsANetBox(t *testing.T) {
	w := world{
		env: map[string]string{
			"HOME": "/home/op", "NETBOX_URL": "not a url", "NETBOX_TOKEN": hidden, "NETBOX_TOKEN_KEY": "k", "NETBOX_SSL_VERIFY": "off",
			"NETBOX_CA_FILE": "/none", "BRIDGE_PROFILE": "lab", "NETBOX_TIMEOUT": "5",
		},
		files: map[string]string{profilePath: "broken"},
	}
	for name, demo := range map[string]world{
		"by flag":     {args: []string{"--demo"}, env: w.env, files: w.files},
		"by variable": {env: with(w.env, "BRIDGE_DEMO", "on"), files: w.files},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := demo.load(Stdio)
			if err != nil {
				t.Fatal(err)
			}
			if got.URL != "" || !got.Token.IsZero() || !got.VerifyTLS || got.CA != nil || got.Profile != "default" {
				t.Errorf("something of a NetBox is left: %+v", got)
			}
			if got.Timeout.Seconds() != 5 {
				t.Errorf("timeout is %v", got.Timeout)
			}
			want := []string{"the demo reaches no NetBox, so it does not use BRIDGE_PROFILE, NETBOX_URL, NETBOX_TOKEN, NETBOX_TOKEN_KEY, NETBOX_CA_FILE, NETBOX_SSL_VERIFY"}
			if !slices.Equal(got.Warnings, want) {
				t.Errorf("got warnings %q", got.Warnings)
			}
			for _, row := range table(Stdio) {
				if row.reaches && sourceOf(got, row.env).From != "default" {
					t.Errorf("%s is not at its default: %v", row.env, got.Sources)
				}
			}
		})
	}
}

func TestADemoNeedsNothingElse(t *testing.T) {
	got, err := world{args: []string{"--demo"}}.load(Stdio)
	if err != nil || !got.Demo || len(got.Warnings) > 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAnExposedSettingIsWarnedAbout(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"https and loopback are safe":   {[]string{"--url=n.example"}, nil},
		"http on loopback is safe":      {[]string{"--url=http://[::1]:8000"}, nil},
		"localhost needs no flag":       {[]string{"--url=n.example", "--listen=LOCALHOST:1"}, nil},
		"http beyond loopback":          {[]string{"--url=HTTP://n.example"}, []string{"NETBOX_URL is http: anyone on the way to NetBox can read the token and change every answer"}},
		"no verification":               {[]string{"--url=n.example", "--ssl-verify=0"}, []string{"NETBOX_SSL_VERIFY is off: anyone on the way to NetBox can read the token and change every answer"}},
		"plaintext beyond loopback":     {[]string{"--url=n.example", "--insecure-plaintext", "--listen=:1", "--allowed-host=b.example"}, []string{"BRIDGE_LISTEN is reachable without TLS: anyone on the way can read the callers' token unless a TLS proxy stands in front"}},
		"nobody's name beyond loopback": {[]string{"--url=n.example", "--tls-cert=/cert", "--tls-key=/key", "--listen=:1"}, []string{"BRIDGE_ALLOWED_HOSTS is not set, so requests that address the service by another name than localhost are refused"}},
		"plaintext on loopback":         {[]string{"--url=n.example", "--insecure-plaintext"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			cert, key := pair(t, "service")
			got, err := world{args: c.args, env: map[string]string{"NETBOX_MCP_AUTH_TOKEN": "a"}, files: map[string]string{"/cert": cert, "/key": key}}.load(HTTP)
			if err != nil || !slices.Equal(got.Warnings, c.want) {
				t.Errorf("got %q, %v", got.Warnings, err)
			}
		})
	}
}

func TestAURLIsNormalised(t *testing.T) {
	for text, want := range map[string]string{
		"n.example":                    "https://n.example",
		"localhost:8000":               "https://localhost:8000",
		"HTTPS://N.example:443//":      "https://n.example",
		"http://n.example:80/netbox/":  "http://n.example/netbox",
		"http://[2001:DB8::1]:8080/":   "http://[2001:db8::1]:8080",
		"https://n.example/API":        "https://n.example/API",
		"https://n.example/a/my-api":   "https://n.example/a/my-api",
		"https://n.example/NetBox/api": "",
		"https://":                     "",
		"https:/n.example":             "",
		"https://n.example/a%2Fb":      "",
		"https://n.example\\b":         "",
		"https://n.example:0":          "",
	} {
		if got, err := parseURL(text); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestABlankFlagTakesTrustedOriginsBack(t *testing.T) {
	got, err := world{args: []string{"--url=n.example", "--trusted-origins="}, env: map[string]string{"NETBOX_TRUSTED_ORIGINS": "https://n.example"}}.load(Stdio)
	if err != nil || got.TrustedOrigins != nil {
		t.Errorf("got %q, %v", got.TrustedOrigins, err)
	}
}

func TestTLSHasWhatWasConfigured(t *testing.T) {
	cert, key := pair(t, "one")
	got, err := world{
		args:  []string{"--ca-file=/cert", "--client-cert=/cert", "--client-key=/key", "--ssl-verify=no", "--url=n.example"},
		files: map[string]string{"/cert": cert, "/key": key},
	}.load(Stdio)
	if err != nil {
		t.Fatal(err)
	}
	config, err := got.TLS()
	if err != nil || config.RootCAs == nil || len(config.Certificates) != 1 || !config.InsecureSkipVerify {
		t.Errorf("got %+v, %v", config, err)
	}
	block, _ := pem.Decode([]byte(cert))
	own, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := own.Verify(x509.VerifyOptions{Roots: config.RootCAs}); err != nil {
		t.Errorf("the configured authority is not trusted: %v", err)
	}
	plain, err := Settings{VerifyTLS: true}.TLS()
	if err != nil || plain.RootCAs != nil || plain.Certificates != nil || plain.InsecureSkipVerify {
		t.Errorf("got %+v, %v", plain, err)
	}
	if _, err := (Settings{ClientCertificate: []byte(cert)}).TLS(); err == nil {
		t.Error("a certificate without a key is taken")
	}
}

func TestDiskReadsRealFiles(t *testing.T) {
	directory := t.TempDir()
	path := filepath.Join(directory, "token")
	if err := os.WriteFile(path, []byte("from-disk\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Load(Stdio, []string{"--url=n.example", "--journal=off", "--token-file=" + path}, func(string) (string, bool) { return "", false }, Disk)
	if err != nil || got.Token.Reveal() != "from-disk" {
		t.Errorf("got %q, %v", got.Token.Reveal(), err)
	}
	for bad, named := range map[string]bool{directory: true, path + "-none": true, filepath.Join(path, "below"): false, strings.Repeat("x", 5000): false} {
		_, err := Load(Stdio, []string{"--url=n.example", "--journal=off", "--token-file=" + bad}, func(string) (string, bool) { return "", false }, Disk)
		if err == nil || strings.Contains(err.Error(), strconv.Quote(bad)) != named || !strings.HasPrefix(err.Error(), "--token-file: ") {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}

func with(env map[string]string, name, text string) map[string]string {
	more := maps.Clone(env)
	more[name] = text
	return more
}
