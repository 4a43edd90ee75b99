package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// hidden stands for a credential wherever one could be given, rightly or not.
const hidden = "s3cr3t-credential"

// TestABadSettingStopsTheStart holds the one line for each way to be wrong.
func TestABadSettingStopsTheStart(t *testing.T) {
	const url = "an http or https URL, without user, query and fragment"
	const visible = "1 to 8192 visible ASCII characters"
	const onOff = "1, true, yes or on, or else 0, false, no or off"
	const timeout = "seconds (30, 2.5) or a duration (30s, 1m), from 1ms to 1h"
	cert, key := pair(t, "one")
	_, stranger := pair(t, "two")
	files := map[string]string{
		"/nobody": "# nobody yet\n", "/mapping": `{"alice": {"token_file": "/none"}}`, "/blankmap": `{"bob": {"token_env": "BOB"}}`,
		"/cert": cert, "/key": key, "/stranger": stranger, "/token": hidden, "/blank": "\n", "/lines": hidden + "\n" + hidden,
		"/huge": strings.Repeat("x", maxFileBytes+1), "/dir/file": "", "/locked": hidden,
		"/broken": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
	}
	for _, c := range []struct {
		binary Binary
		args   string
		env    map[string]string
		want   string
	}{
		{Stdio, "", map[string]string{"BRIDGE_DEMO": hidden}, "BRIDGE_DEMO: expected " + onOff + " (from the environment)"},
		{Stdio, "--demo=2", nil, "--demo: expected " + onOff + " (from the command line)"},
		{Stdio, "--selftest=2", nil, "--selftest: expected " + onOff + " (from the command line)"},
		{Stdio, "--ssl-verify=maybe", nil, "--ssl-verify: expected " + onOff + " (from the command line)"},
		{HTTP, "--insecure-plaintext=", nil, "--insecure-plaintext: expected " + onOff + " (from the command line)"},
		{Stdio, "--profile=", nil, "--profile: expected the name of a profile in the profile file (from the command line)"},

		{Stdio, "--url=", nil, "--url: expected " + url + " (from the command line)"},
		{Stdio, "", map[string]string{"NETBOX_URL": "ftp://n.example"}, "NETBOX_URL: expected " + url + " (from the environment)"},
		{Stdio, "", map[string]string{"NETBOX_URL": "https://user:" + hidden + "@n.example"}, "NETBOX_URL: expected " + url + " (from the environment)"},
		{Stdio, "--url=https://n.example/?a=b", nil, "--url: expected " + url + " (from the command line)"},
		{Stdio, "--url=https://n.example?a=b", nil, "--url: expected " + url + " (from the command line)"},
		{Stdio, "--url=https://n.example/#a", nil, "--url: expected " + url + " (from the command line)"},
		{Stdio, "--url=https://n.example/a/../b", nil, "--url: expected " + url + " (from the command line)"},
		{Stdio, "", map[string]string{"NETBOX_URL": "https://n.example/a\r\nb"}, "NETBOX_URL: expected " + url + " (from the environment)"},
		{Stdio, "--url=https://n.example/netbox/api/", nil, "--url: expected " + url + "; leave out the /api at its end (from the command line)"},

		{Stdio, "", map[string]string{"NETBOX_TOKEN": hidden + " "}, "NETBOX_TOKEN: expected " + visible + " (from the environment)"},
		{Stdio, "", map[string]string{"NETBOX_TOKEN": hidden + "é"}, "NETBOX_TOKEN: expected " + visible + " (from the environment)"},
		{Stdio, "", map[string]string{"NETBOX_TOKEN": strings.Repeat("t", 8193)}, "NETBOX_TOKEN: expected " + visible + " (from the environment)"},
		{Stdio, "--token-file=/blank", nil, "--token-file: expected " + visible + "; \"/blank\" holds something else (from the command line)"},
		{Stdio, "--token-file=/lines", nil, "--token-file: expected " + visible + "; \"/lines\" holds something else (from the command line)"},
		{Stdio, "--token-file=" + hidden, nil, "--token-file: expected " + visible + "; there is no such file (from the command line)"},
		{Stdio, "--token-file=/dir/none", nil, "--token-file: expected " + visible + "; \"/dir/none\": there is no such file (from the command line)"},
		{Stdio, "--token-file=/none/" + hidden, nil, "--token-file: expected " + visible + "; there is no such file (from the command line)"},
		{Stdio, "--token-file=/locked", nil, "--token-file: expected " + visible + "; \"/locked\": the file may not be read (from the command line)"},
		{Stdio, "--token-file=/dir", nil, "--token-file: expected " + visible + "; \"/dir\": it is a directory (from the command line)"},
		{Stdio, "--token-file=/huge", nil, "--token-file: expected " + visible + "; \"/huge\": the file is larger than 1 MiB (from the command line)"},
		{Stdio, "--token-key=a.b", nil, "--token-key: expected the key of a v2 token, with or without nbt_ (from the command line)"},
		{Stdio, "--token-key=nbt_", nil, "--token-key: expected the key of a v2 token, with or without nbt_ (from the command line)"},
		{Stdio, "--token-secret-file=/blank", nil, "--token-secret-file: expected " + visible + "; \"/blank\" holds something else (from the command line)"},
		{Stdio, "--token-key=k", map[string]string{"NETBOX_TOKEN_SECRET": hidden}, "--token-key: expected to come together with --token-secret-file (from the command line)"},
		{Stdio, "", map[string]string{"NETBOX_TOKEN_SECRET": hidden}, "NETBOX_TOKEN_SECRET: expected to come together with NETBOX_TOKEN_KEY (from the environment)"},
		{Stdio, "", map[string]string{"NETBOX_TOKEN": hidden, "NETBOX_TOKEN_KEY": "k"}, "NETBOX_TOKEN: expected to stand alone; choose either it or NETBOX_TOKEN_KEY with NETBOX_TOKEN_SECRET (from the environment)"},
		{Stdio, "--token-file=/token --token-secret-file=/token", nil, "--token-file: expected to stand alone; choose either it or --token-key with --token-secret-file (from the command line)"},
		{Stdio, "", map[string]string{"NETBOX_TOKEN_KEY": "k", "NETBOX_TOKEN_SECRET": strings.Repeat("s", 8190)}, "NETBOX_TOKEN_SECRET: expected to make a token of at most 8192 characters with NETBOX_TOKEN_KEY (from the environment)"},

		{Stdio, "--trusted-origins=https://n.example/path", nil, "--trusted-origins: expected origins such as https://netbox.example.org:8443, with commas between them (from the command line)"},
		{Stdio, "--trusted-origins=https://n.example,", nil, "--trusted-origins: expected origins such as https://netbox.example.org:8443, with commas between them (from the command line)"},
		{Stdio, "--ca-file=/none", nil, "--ca-file: expected a file with certificates in PEM; there is no such file (from the command line)"},
		{Stdio, "", map[string]string{"NETBOX_CA_FILE": "/token"}, "NETBOX_CA_FILE: expected a file with certificates in PEM; \"/token\": there is no certificate in it (from the environment)"},
		{Stdio, "--ca-file=/broken", nil, "--ca-file: expected a file with certificates in PEM; \"/broken\": a certificate in it is broken (from the command line)"},
		{Stdio, "--client-cert=/key", nil, "--client-cert: expected a file with the client's certificate in PEM, beside its key; \"/key\": there is no certificate in it (from the command line)"},
		{Stdio, "--client-cert=/cert", nil, "--client-cert: expected to come together with NETBOX_CLIENT_KEY (--client-key) (from the command line)"},
		{Stdio, "--client-key=/key", nil, "--client-key: expected to come together with NETBOX_CLIENT_CERT (--client-cert) (from the command line)"},
		{Stdio, "--client-key=/token", nil, "--client-key: expected a file with the unencrypted key of the client's certificate in PEM, beside that certificate; \"/token\": there is no PEM in it (from the command line)"},
		{Stdio, "--client-key=/stranger", map[string]string{"NETBOX_CLIENT_CERT": "/cert"}, "--client-key: expected an unencrypted key that belongs to the certificate of NETBOX_CLIENT_CERT (from the command line)"},

		{Stdio, "--timeout=0", nil, "--timeout: expected " + timeout + " (from the command line)"},
		{Stdio, "--timeout=-1s", nil, "--timeout: expected " + timeout + " (from the command line)"},
		{Stdio, "--timeout=3600.1", nil, "--timeout: expected " + timeout + " (from the command line)"},
		{Stdio, "--timeout=nan", nil, "--timeout: expected " + timeout + " (from the command line)"},
		{Stdio, "--timeout=0x10", nil, "--timeout: expected " + timeout + " (from the command line)"},
		{Stdio, "--timeout=1e300", nil, "--timeout: expected " + timeout + " (from the command line)"},
		{Stdio, "", map[string]string{"NETBOX_TIMEOUT": "soon"}, "NETBOX_TIMEOUT: expected " + timeout + " (from the environment)"},
		{Stdio, "--shutdown-grace=2h", nil, "--shutdown-grace: expected seconds (10) or a duration (10s, 1m), from 0 to 1h (from the command line)"},
		{Stdio, "--discovery-concurrency=0", nil, "--discovery-concurrency: expected a whole number from 1 to 32 (from the command line)"},
		{Stdio, "--discovery-concurrency=33", nil, "--discovery-concurrency: expected a whole number from 1 to 32 (from the command line)"},
		{Stdio, "--discovery-concurrency=8.0", nil, "--discovery-concurrency: expected a whole number from 1 to 32 (from the command line)"},
		{Stdio, "--approve=always", nil, "--approve: expected off, when-supported or required (from the command line)"},
		{Stdio, "", map[string]string{"BRIDGE_APPROVE": "no"}, "BRIDGE_APPROVE: expected off, when-supported or required (from the environment)"},
		{Stdio, "--approve-effects=reads", nil, "--approve-effects: expected writes or destructive (from the command line)"},
		{HTTP, "--state-key-file=/token", nil, "--state-key-file: expected a file with 32 bytes in base64 or hexadecimal; \"/token\" holds something else (from the command line)"},
		{HTTP, "--state-key-file=/blank", nil, "--state-key-file: expected a file with 32 bytes in base64 or hexadecimal; \"/blank\" holds something else (from the command line)"},
		{Stdio, "--journal=file.db", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off (from the command line)"},
		{Stdio, "--journal=sqlite:", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off (from the command line)"},
		{Stdio, "--journal=postgres:db", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off (from the command line)"},
		{Stdio, "--journal=", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off (from the command line)"},
		{Stdio, "--journal=postgres://u:p@h/d", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off; its password has no place in a flag, which ps would show: set BRIDGE_JOURNAL, or PGPASSWORD beside the flag (from the command line)"},
		{Stdio, "--journal=postgres://h/d?sslpassword=p", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off; its password has no place in a flag, which ps would show: set BRIDGE_JOURNAL, or PGPASSWORD beside the flag (from the command line)"},
		{Stdio, "--journal=postgres://h/d?password=p", nil, "--journal: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off; its password has no place in a flag, which ps would show: set BRIDGE_JOURNAL, or PGPASSWORD beside the flag (from the command line)"},
		{Stdio, "", map[string]string{"XDG_STATE_HOME": "relative"}, "BRIDGE_JOURNAL: expected sqlite:PATH, postgres://USER@HOST/DATABASE or off; set it, since neither XDG_STATE_HOME nor HOME says where the default one is"},
		{Stdio, "--journal-retention=36501", nil, "--journal-retention: expected a whole number of days up to 36500, or 0 for ever (from the command line)"},
		{Stdio, "--journal-retention=-1", nil, "--journal-retention: expected a whole number of days up to 36500, or 0 for ever (from the command line)"},
		{Stdio, "--journal-entries=1000000001", nil, "--journal-entries: expected a whole number up to 1000000000, or 0 for no bound (from the command line)"},
		{Stdio, "--journal-entries=all", nil, "--journal-entries: expected a whole number up to 1000000000, or 0 for no bound (from the command line)"},
		{Stdio, "--log-level=info+2", nil, "--log-level: expected debug, info, warn or error (from the command line)"},
		{Stdio, "--log-format=xml", nil, "--log-format: expected text or json (from the command line)"},

		{HTTP, "--listen=8000", nil, "--listen: expected host:port, such as 127.0.0.1:8000 (from the command line)"},
		{HTTP, "--listen=127.0.0.1:http", nil, "--listen: expected host:port, such as 127.0.0.1:8000 (from the command line)"},
		{HTTP, "--listen=127.0.0.1:65536", nil, "--listen: expected host:port, such as 127.0.0.1:8000 (from the command line)"},
		{HTTP, "--listen=:8000", nil, "--listen: expected a loopback address such as 127.0.0.1:8000, or --tls-cert with --tls-key beside it, or --insecure-plaintext behind a TLS proxy (from the command line)"},
		{HTTP, "--insecure-plaintext=false", map[string]string{"BRIDGE_LISTEN": "0.0.0.0:8000"}, "BRIDGE_LISTEN: expected a loopback address such as 127.0.0.1:8000, or --tls-cert with --tls-key beside it, or --insecure-plaintext behind a TLS proxy (from the environment)"},
		{HTTP, "", map[string]string{"NETBOX_MCP_AUTH_TOKEN": " "}, missingAuth},
		{HTTP, "--auth=none", nil, "--auth: expected shared, passthrough or oauth (from the command line)"},
		{HTTP, "--auth=passthrough --auth-token-file=/token", nil, "--auth-token-file: expected to go with --auth=shared (from the command line)"},
		{HTTP, "--oauth-issuer=https://i.example", nil, "--oauth-issuer: expected to go with --auth=oauth (from the command line)"},
		{HTTP, "--auth=oauth --oauth-resource=https://r.example", nil, "BRIDGE_OAUTH_ISSUER: expected an https URL, or an http one of this machine; --auth=oauth needs it"},
		{HTTP, "--auth=oauth --oauth-issuer=https://i.example", nil, "BRIDGE_OAUTH_RESOURCE: expected the URL of the MCP endpoint as clients reach it, such as https://mcp.example.org/mcp; --auth=oauth needs it"},
		{HTTP, "--auth=oauth --oauth-issuer=http://i.example --oauth-resource=https://r.example", nil, "--oauth-issuer: expected an https URL, or an http one of this machine (from the command line)"},
		{HTTP, "--oauth-resource=https://u:p@r.example", nil, "--oauth-resource: expected the URL of the MCP endpoint as clients reach it, such as https://mcp.example.org/mcp (from the command line)"},
		{HTTP, "--auth-tokens-file=/none", nil, "--auth-tokens-file: expected a file with a name and a digest (sha256:... or $argon2id$...) in each line; there is no such file (from the command line)"},
		{HTTP, "--auth-tokens-file=/token", nil, "--auth-tokens-file: expected a file with a name and a digest (sha256:... or $argon2id$...) in each line; \"/token\": line 1: expected a name of visible ASCII, which is not shared, and a digest (from the command line)"},
		{HTTP, "--auth-tokens-file=/nobody", map[string]string{"NETBOX_MCP_AUTH_TOKEN": ""}, "--auth-tokens-file: expected a file with a name and a digest (sha256:... or $argon2id$...) in each line; there is no token in it, so nobody could call; mcp-bridge token new makes one (from the command line)"},
		{HTTP, "--oauth-credentials-file=/mapping", nil, `--oauth-credentials-file: expected a JSON file such as {"alice": {"token_file": "/run/secrets/alice"}, "*": {"profile": true}}; "/mapping": the token of "alice": there is no such file (from the command line)`},
		{HTTP, "--oauth-credentials-file=/blankmap", nil, `--oauth-credentials-file: expected a JSON file such as {"alice": {"token_file": "/run/secrets/alice"}, "*": {"profile": true}}; "/blankmap": the token of "bob": expected ` + visible + ` (from the command line)`},
		{HTTP, "--allowed-host=https://a.example", nil, "--allowed-host: expected names or addresses, with a port or without, and commas between them (from the command line)"},
		{HTTP, "--allowed-host=a.example:0", nil, "--allowed-host: expected names or addresses, with a port or without, and commas between them (from the command line)"},
		{HTTP, "--allowed-host=*", nil, "--allowed-host: expected names or addresses, with a port or without, and commas between them (from the command line)"},
		{HTTP, "--allowed-origin=null", nil, "--allowed-origin: expected origins such as https://chat.example.org, with commas between them (from the command line)"},
		{HTTP, "--allowed-ip=10.0.0.0/33", nil, "--allowed-ip: expected addresses or networks such as 10.0.0.0/8, with commas between them (from the command line)"},
		{HTTP, "--trusted-proxy=proxy.example", nil, "--trusted-proxy: expected addresses or networks such as 10.0.0.0/8, with commas between them (from the command line)"},
		{HTTP, "--rate-limit=-1", nil, "--rate-limit: expected a number from 0.01 to 1000000, or 0 for no limit (from the command line)"},
		{HTTP, "--rate-limit-per-ip=NaN", nil, "--rate-limit-per-ip: expected a number from 0.01 to 1000000, or 0 for no limit (from the command line)"},
		{HTTP, "--concurrency-limit=100001", nil, "--concurrency-limit: expected a whole number from 1 to 100000, or 0 for no limit (from the command line)"},
		{HTTP, "--tls-cert=/cert", nil, "--tls-cert: expected to come together with BRIDGE_TLS_KEY (--tls-key) (from the command line)"},
		{HTTP, "--tls-key=/key", nil, "--tls-key: expected to come together with BRIDGE_TLS_CERT (--tls-cert) (from the command line)"},
		{HTTP, "--tls-cert=/token", nil, "--tls-cert: expected a file with the service's certificate in PEM, beside its key; \"/token\": there is no certificate in it (from the command line)"},
		{HTTP, "--auth-token-file=/blank", nil, "--auth-token-file: expected " + visible + "; \"/blank\" holds something else (from the command line)"},

		{Stdio, "--demo --url=n.example", nil, "--url: expected to be left out of a demo, which reaches no NetBox (from the command line)"},
		{Stdio, "--demo --token-file=/token", nil, "--token-file: expected to be left out of a demo, which reaches no NetBox (from the command line)"},
		{Stdio, "--profile=lab", map[string]string{"BRIDGE_DEMO": "1"}, "--profile: expected to be left out of a demo, which reaches no NetBox (from the command line)"},

		{Stdio, "--token=" + hidden, nil, "there is no flag --token (did you mean --token-file, --token-key or --token-secret-file?); see mcp-bridge-stdio --help"},
		{Stdio, "--" + hidden, nil, "there is no such flag; see mcp-bridge-stdio --help"},
		{Stdio, "-t" + hidden, nil, "a flag starts with two dashes; see mcp-bridge-stdio --help"},
		{Stdio, "-demo", nil, "a flag starts with two dashes (did you mean --demo?); see mcp-bridge-stdio --help"},
		{Stdio, "--dmo", nil, "there is no flag --dmo (did you mean --demo?); see mcp-bridge-stdio --help"},
		{HTTP, "--Token_File=" + hidden, nil, "there is no such flag (did you mean --token-file?); see mcp-bridge-http --help"},
		{Stdio, "--=" + hidden, nil, "a flag's name is missing after two dashes; see mcp-bridge-stdio --help"},
		{Stdio, "--listen=127.0.0.1:1", nil, "there is no flag --listen; see mcp-bridge-stdio --help"},
		{HTTP, "--selftest", nil, "there is no flag --selftest; see mcp-bridge-http --help"},
		{Stdio, "--timeout", nil, "--timeout: expected a value; see mcp-bridge-stdio --help"},
		{Stdio, hidden, nil, "only flags are expected, and a switch is turned off as in --demo=false; see mcp-bridge-stdio --help"},
		{Stdio, "--demo false", nil, "only flags are expected, and a switch is turned off as in --demo=false; see mcp-bridge-stdio --help"},
	} {
		t.Run(c.args+strings.Join(slices.Sorted(maps.Keys(c.env)), " "), func(t *testing.T) {
			w := world{args: strings.Fields(c.args), files: files, env: map[string]string{}}
			if !strings.Contains(c.args, "--demo --") {
				w.env["NETBOX_URL"] = "n.example"
			}
			w.env["NETBOX_MCP_AUTH_TOKEN"] = "auth"
			maps.Copy(w.env, c.env)
			w.mode = map[string]fileMode{"/locked": forbidden}
			got, err := w.load(c.binary)
			if err == nil || err.Error() != c.want {
				t.Fatalf("got  %v\nwant %s", err, c.want)
			}
			if got.Sources != nil {
				t.Error("settings come with an error")
			}
			if strings.Contains(err.Error(), hidden) || strings.ContainsAny(err.Error(), "\r\n") {
				t.Error("the error shows a credential or more than a line")
			}
		})
	}
}

func TestHelpIsAskedForInBothForms(t *testing.T) {
	for _, flag := range []string{"-h", "--help"} {
		if _, err := (world{args: []string{flag, "--nonsense"}}).load(HTTP); !errors.Is(err, pflag.ErrHelp) {
			t.Errorf("%s: got %v", flag, err)
		}
	}
}

// Whoever asks which program this is has not set it up yet.
func TestTheVersionNeedsNoSettings(t *testing.T) {
	for _, binary := range []Binary{Stdio, HTTP} {
		if got, err := (world{args: []string{"--timeout=never", "--version"}}).load(binary); !errors.Is(err, ErrVersion) || got.Sources != nil {
			t.Errorf("%s: %+v, %v", binary, got, err)
		}
	}
}

func TestSettingsShowNoCredential(t *testing.T) {
	cert, key := pair(t, "one")
	got, err := world{
		args: []string{"--client-cert=/cert", "--client-key=/key", "--listen=0.0.0.0:1", "--insecure-plaintext", "--ssl-verify=off", "--allow-mutations=" + hidden},
		env: map[string]string{
			"HOME": "/home/op", "NETBOX_URL": "http://n.example", "NETBOX_TOKEN_KEY": "k", "NETBOX_TOKEN_SECRET": hidden, "NETBOX_MCP_AUTH_TOKEN": hidden,
		},
		files: map[string]string{"/cert": cert, "/key": key, profilePath: `{"token_secret": "` + hidden + `"}`},
		mode:  map[string]fileMode{profilePath: 0o644},
	}.load(HTTP)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	body := strings.Split(key, "\n")[1]
	for name, text := range map[string]string{
		"%v": fmt.Sprintf("%v", got), "%+v": fmt.Sprintf("%+v", got), "%#v": fmt.Sprintf("%#v", got), "JSON": string(encoded),
	} {
		if strings.Contains(text, hidden) || strings.Contains(text, body) {
			t.Errorf("%s shows a credential: %s", name, text)
		}
	}
	if got.Token.Reveal() != "nbt_k."+hidden || got.ClientKey.Reveal() != strings.TrimRight(key, "\n") {
		t.Error("the credentials did not arrive")
	}
}
