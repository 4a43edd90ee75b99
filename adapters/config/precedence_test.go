package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// sample is one setting at every level that can hold it, each with another
// value than the level below, as far as its kind has so many values.
type sample struct {
	flag    []string
	env     map[string]string
	profile string // members of the profile
	// shown is the value that each of flag, environment, profile and default
	// leads to; a default that stops the start is its error.
	shown [4]string
	show  func(Settings) string
}

const missingURL = "NETBOX_URL: expected an http or https URL, without user, query and fragment; set it, or --url, or base_url in a profile; or try --demo"

const missingAuth = "NETBOX_MCP_AUTH_TOKEN: expected 1 to 8192 visible ASCII characters; it is required: set it, or --auth-token-file, or --auth-tokens-file, or choose another --auth"

func samples(files map[string]string) map[string]sample {
	token := func(s Settings) string { return s.Token.Reveal() }
	return map[string]sample{
		"BRIDGE_DEMO": {
			[]string{"--demo=false"}, map[string]string{"BRIDGE_DEMO": "yes"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.Demo) },
		},
		"BRIDGE_PROFILE": {
			[]string{"--profile", "flag"}, map[string]string{"BRIDGE_PROFILE": "env"}, "",
			[4]string{"flag", "env", "", "default"}, func(s Settings) string { return s.Profile },
		},
		"NETBOX_URL": {
			[]string{"--url", "flag.example"}, map[string]string{"NETBOX_URL": "http://env.example/"}, `"base_url": "profile.example"`,
			[4]string{"https://flag.example", "http://env.example", "https://profile.example", missingURL}, func(s Settings) string { return s.URL },
		},
		"NETBOX_TOKEN": {
			[]string{"--token-file", "/flag-token"}, map[string]string{"NETBOX_TOKEN": "env-token"}, `"token_version": "v1", "token_secret": " profile-token "`,
			[4]string{"flag-token", "env-token", "profile-token", ""}, token,
		},
		"NETBOX_TOKEN_KEY": {
			[]string{"--token-key", "flagkey", "--token-secret-file", "/flag-token"},
			map[string]string{"NETBOX_TOKEN_KEY": "nbt_envkey", "NETBOX_TOKEN_SECRET": "half"},
			`"token_key": "profilekey", "token_secret": "half"`,
			[4]string{"nbt_flagkey.flag-token", "nbt_envkey.half", "nbt_profilekey.half", ""}, token,
		},
		"NETBOX_TOKEN_SECRET": {
			[]string{"--token-key", "k", "--token-secret-file", "/flag-token"},
			map[string]string{"NETBOX_TOKEN_KEY": "k", "NETBOX_TOKEN_SECRET": "env-half"},
			`"token_version": "v2", "token_key": "k", "token_secret": "profile-half"`,
			[4]string{"nbt_k.flag-token", "nbt_k.env-half", "nbt_k.profile-half", ""}, token,
		},
		"NETBOX_TRUSTED_ORIGINS": {
			[]string{"--trusted-origins", "https://Flag.example:443, http://b.example:8080"}, map[string]string{"NETBOX_TRUSTED_ORIGINS": "https://env.example"}, "",
			[4]string{"https://flag.example http://b.example:8080", "https://env.example", "", ""}, func(s Settings) string { return strings.Join(s.TrustedOrigins, " ") },
		},
		"NETBOX_CA_FILE": {
			[]string{"--ca-file", "/flag-cert"}, map[string]string{"NETBOX_CA_FILE": "/env-cert"}, "",
			[4]string{trimmed(files["/flag-cert"]), trimmed(files["/env-cert"]), "", ""}, func(s Settings) string { return string(s.CA) },
		},
		"NETBOX_CLIENT_CERT": {
			[]string{"--client-cert", "/flag-cert", "--client-key", "/flag-key"}, map[string]string{"NETBOX_CLIENT_CERT": "/env-cert", "NETBOX_CLIENT_KEY": "/env-key"}, "",
			[4]string{trimmed(files["/flag-cert"]), trimmed(files["/env-cert"]), "", ""}, func(s Settings) string { return string(s.ClientCertificate) },
		},
		"NETBOX_CLIENT_KEY": {
			[]string{"--client-cert", "/flag-cert", "--client-key", "/flag-key"}, map[string]string{"NETBOX_CLIENT_CERT": "/env-cert", "NETBOX_CLIENT_KEY": "/env-key"}, "",
			[4]string{trimmed(files["/flag-key"]), trimmed(files["/env-key"]), "", ""}, func(s Settings) string { return s.ClientKey.Reveal() },
		},
		"NETBOX_SSL_VERIFY": {
			[]string{"--ssl-verify"}, map[string]string{"NETBOX_SSL_VERIFY": "OFF"}, `"ssl_verify": false`,
			[4]string{"true", "false", "false", "true"}, func(s Settings) string { return fmt.Sprint(s.VerifyTLS) },
		},
		"NETBOX_TIMEOUT": {
			[]string{"--timeout", "1m"}, map[string]string{"NETBOX_TIMEOUT": "2.5"}, `"timeout": 45.0`,
			[4]string{"1m0s", "2.5s", "45s", "30s"}, func(s Settings) string { return s.Timeout.String() },
		},
		"NETBOX_MCP_ALLOW_MUTATIONS": {
			[]string{"--allow-mutations=no"}, map[string]string{"NETBOX_MCP_ALLOW_MUTATIONS": "On"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.AllowMutations) },
		},
		"BRIDGE_APPROVE": {
			[]string{"--approve=off"}, map[string]string{"BRIDGE_APPROVE": "Required"}, "",
			[4]string{"off", "required", "", "when-supported"}, func(s Settings) string { return string(s.Approval.Mode) },
		},
		"BRIDGE_APPROVE_EFFECTS": {
			[]string{"--approve-effects=writes"}, map[string]string{"BRIDGE_APPROVE_EFFECTS": "Destructive"}, "",
			[4]string{"writes", "destructive", "", "writes"}, func(s Settings) string { return string(s.Approval.Scope) },
		},
		"BRIDGE_JOURNAL": {
			[]string{"--journal=postgres://bridge@db.example/journal"}, map[string]string{"BRIDGE_JOURNAL": "sqlite:/env.db"}, "",
			[4]string{"postgres://bridge@db.example/journal", "/env.db", "", "/state/mcp-bridge/journal.db"}, func(s Settings) string { return s.JournalPath + s.JournalURL.Reveal() },
		},
		"BRIDGE_JOURNAL_ARGUMENTS": {
			[]string{"--journal-arguments=off"}, map[string]string{"BRIDGE_JOURNAL_ARGUMENTS": "on"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.JournalArguments) },
		},
		"BRIDGE_JOURNAL_RETENTION": {
			[]string{"--journal-retention=0"}, map[string]string{"BRIDGE_JOURNAL_RETENTION": "36500"}, "",
			[4]string{"0s", "876000h0m0s", "", "8760h0m0s"}, func(s Settings) string { return s.JournalRetention.Age.String() },
		},
		"BRIDGE_JOURNAL_ENTRIES": {
			[]string{"--journal-entries=0"}, map[string]string{"BRIDGE_JOURNAL_ENTRIES": "1000000000"}, "",
			[4]string{"0", "1000000000", "", "1000000"}, func(s Settings) string { return fmt.Sprint(s.JournalRetention.Entries) },
		},
		"BRIDGE_DISCOVERY_CONCURRENCY": {
			[]string{"--discovery-concurrency=1"}, map[string]string{"BRIDGE_DISCOVERY_CONCURRENCY": "32"}, "",
			[4]string{"1", "32", "", "8"}, func(s Settings) string { return fmt.Sprint(s.DiscoveryConcurrency) },
		},
		"LOG_LEVEL": {
			[]string{"--log-level=DEBUG"}, map[string]string{"LOG_LEVEL": "error"}, "",
			[4]string{"DEBUG", "ERROR", "", "INFO"}, func(s Settings) string { return s.LogLevel.String() },
		},
		"LOG_FORMAT": {
			[]string{"--log-format=Text"}, map[string]string{"LOG_FORMAT": "JSON"}, "",
			[4]string{"text", "json", "", "text"}, func(s Settings) string { return s.LogFormat },
		},
		"OTEL_EXPORTER_OTLP_ENDPOINT": {
			[]string{"--otlp-endpoint=http://flag.example:4318"}, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "https://env.example/otlp"}, "",
			[4]string{"http://flag.example:4318", "https://env.example/otlp", "", ""}, func(s Settings) string { return s.Collector },
		},
		"OTEL_EXPORTER_OTLP_HEADERS": {
			[]string{"--otlp-headers-file=/flag-headers"}, map[string]string{"OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b%2C, x-other=c"}, "",
			[4]string{"x-key: flag", "x-key: a b, x-other: c", "", ""}, func(s Settings) string {
				var shown []string
				for _, name := range slices.Sorted(maps.Keys(s.CollectorHeaders)) {
					shown = append(shown, name+": "+s.CollectorHeaders[name].Reveal())
				}
				return strings.Join(shown, " ")
			},
		},
		"BRIDGE_SHUTDOWN_GRACE": {
			[]string{"--shutdown-grace=0"}, map[string]string{"BRIDGE_SHUTDOWN_GRACE": "1h"}, "",
			[4]string{"0s", "1h0m0s", "", "10s"}, func(s Settings) string { return s.ShutdownGrace.String() },
		},
		"BRIDGE_LISTEN": {
			[]string{"--listen=[::1]:0"}, map[string]string{"BRIDGE_LISTEN": "localhost:65535"}, "",
			[4]string{"[::1]:0", "localhost:65535", "", "127.0.0.1:8000"}, func(s Settings) string { return s.Listen },
		},
		"BRIDGE_METRICS_LISTEN": {
			[]string{"--metrics-listen=[::1]:0"}, map[string]string{"BRIDGE_METRICS_LISTEN": "localhost:9464"}, "",
			[4]string{"[::1]:0", "localhost:9464", "", ""}, func(s Settings) string { return s.MetricsListen },
		},
		"NETBOX_MCP_AUTH_TOKEN": {
			[]string{"--auth-token-file=/flag-token"}, map[string]string{"NETBOX_MCP_AUTH_TOKEN": "env-token"}, "",
			[4]string{"flag-token", "env-token", "", missingAuth}, func(s Settings) string { return s.AuthToken.Reveal() },
		},
		"BRIDGE_AUTH": {
			[]string{"--auth=Passthrough"}, map[string]string{"BRIDGE_AUTH": "oauth", "BRIDGE_OAUTH_ISSUER": "https://i.example", "BRIDGE_OAUTH_RESOURCE": "https://r.example/mcp"}, "",
			[4]string{"passthrough", "oauth", "", "shared"}, func(s Settings) string { return s.Auth },
		},
		"BRIDGE_AUTH_TOKENS_FILE": {
			[]string{"--auth-tokens-file=/flag-tokens"}, map[string]string{"BRIDGE_AUTH_TOKENS_FILE": "/env-tokens"}, "",
			[4]string{"/flag-tokens", "/env-tokens", "", ""}, func(s Settings) string { return s.TokensFile },
		},
		"BRIDGE_OAUTH_ISSUER": {
			[]string{"--auth=oauth", "--oauth-resource=https://r.example", "--oauth-issuer=http://127.0.0.1:1/flag"}, map[string]string{"BRIDGE_OAUTH_ISSUER": "https://env.example"}, "",
			[4]string{"http://127.0.0.1:1/flag", "https://env.example", "", ""}, func(s Settings) string { return s.OAuthIssuer },
		},
		"BRIDGE_OAUTH_RESOURCE": {
			[]string{"--auth=oauth", "--oauth-issuer=https://i.example", "--oauth-resource=https://flag.example/mcp"}, map[string]string{"BRIDGE_OAUTH_RESOURCE": "https://env.example"}, "",
			[4]string{"https://flag.example/mcp", "https://env.example", "", ""}, func(s Settings) string { return s.OAuthResource },
		},
		"BRIDGE_OAUTH_CREDENTIALS_FILE": {
			[]string{"--auth=oauth", "--oauth-issuer=https://i.example", "--oauth-resource=https://r.example", "--oauth-credentials-file=/flag-credentials"},
			map[string]string{"BRIDGE_OAUTH_CREDENTIALS_FILE": "/env-credentials"}, "",
			[4]string{"/flag-credentials", "/env-credentials", "", ""}, func(s Settings) string { return s.CredentialsFile },
		},
		"BRIDGE_NO_CALL_TOKEN": {
			[]string{"--no-call-token=no"}, map[string]string{"BRIDGE_NO_CALL_TOKEN": "1"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.NoCallToken) },
		},
		"BRIDGE_ALLOWED_HOSTS": {
			[]string{"--allowed-host=Flag.example:8443, [2001:DB8::1]:80,::1"}, map[string]string{"BRIDGE_ALLOWED_HOSTS": "10.0.0.1"}, "",
			[4]string{"flag.example:8443 [2001:db8::1]:80 [::1]", "10.0.0.1", "", ""}, func(s Settings) string { return strings.Join(s.AllowedHosts, " ") },
		},
		"BRIDGE_ALLOWED_ORIGINS": {
			[]string{"--allowed-origin=https://Flag.example:443"}, map[string]string{"BRIDGE_ALLOWED_ORIGINS": "http://env.example:81"}, "",
			[4]string{"https://flag.example", "http://env.example:81", "", ""}, func(s Settings) string { return strings.Join(s.AllowedOrigins, " ") },
		},
		"BRIDGE_ALLOWED_IPS": {
			[]string{"--allowed-ip=10.1.2.3/8, ::ffff:192.0.2.1"}, map[string]string{"BRIDGE_ALLOWED_IPS": "2001:db8::/32"}, "",
			[4]string{"[10.0.0.0/8 192.0.2.1/32]", "[2001:db8::/32]", "", "[]"}, func(s Settings) string { return fmt.Sprint(s.AllowedAddresses) },
		},
		"BRIDGE_TRUSTED_PROXIES": {
			[]string{"--trusted-proxy=127.0.0.1"}, map[string]string{"BRIDGE_TRUSTED_PROXIES": "::1"}, "",
			[4]string{"[127.0.0.1/32]", "[::1/128]", "", "[]"}, func(s Settings) string { return fmt.Sprint(s.TrustedProxies) },
		},
		"BRIDGE_RATE_LIMIT": {
			[]string{"--rate-limit=0"}, map[string]string{"BRIDGE_RATE_LIMIT": "0.01"}, "",
			[4]string{"0", "0.01", "", "100"}, func(s Settings) string { return fmt.Sprint(s.RatePerPrincipal) },
		},
		"BRIDGE_RATE_LIMIT_PER_IP": {
			[]string{"--rate-limit-per-ip=1e6"}, map[string]string{"BRIDGE_RATE_LIMIT_PER_IP": "2.5"}, "",
			[4]string{"1e+06", "2.5", "", "200"}, func(s Settings) string { return fmt.Sprint(s.RatePerAddress) },
		},
		"BRIDGE_CONCURRENCY_LIMIT": {
			[]string{"--concurrency-limit=0"}, map[string]string{"BRIDGE_CONCURRENCY_LIMIT": "1"}, "",
			[4]string{"0", "1", "", "64"}, func(s Settings) string { return fmt.Sprint(s.AtOncePerPrincipal) },
		},
		"BRIDGE_CONCURRENCY_LIMIT_TOTAL": {
			[]string{"--concurrency-limit-total=100000"}, map[string]string{"BRIDGE_CONCURRENCY_LIMIT_TOTAL": "1"}, "",
			[4]string{"100000", "1", "", "512"}, func(s Settings) string { return fmt.Sprint(s.AtOnce) },
		},
		"BRIDGE_TLS_CERT": {
			[]string{"--tls-cert=/flag-cert", "--tls-key=/flag-key"}, map[string]string{"BRIDGE_TLS_CERT": "/env-cert", "BRIDGE_TLS_KEY": "/env-key"}, "",
			[4]string{"/flag-cert", "/env-cert", "", ""}, func(s Settings) string { return s.TLSCert },
		},
		"BRIDGE_TLS_KEY": {
			[]string{"--tls-cert=/flag-cert", "--tls-key=/flag-key"}, map[string]string{"BRIDGE_TLS_CERT": "/env-cert", "BRIDGE_TLS_KEY": "/env-key"}, "",
			[4]string{"/flag-key", "/env-key", "", ""}, func(s Settings) string { return s.TLSKey },
		},
		"BRIDGE_LEGACY_SSE": {
			[]string{"--legacy-sse=off"}, map[string]string{"BRIDGE_LEGACY_SSE": "on"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.LegacySSE) },
		},
		"BRIDGE_INSECURE_PLAINTEXT": {
			[]string{"--insecure-plaintext=0"}, map[string]string{"BRIDGE_INSECURE_PLAINTEXT": "1"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.InsecurePlaintext) },
		},
		"BRIDGE_STATE_KEY_FILE": {
			[]string{"--state-key-file=/flag-key32"}, map[string]string{"BRIDGE_STATE_KEY_FILE": "/env-key32"}, "",
			[4]string{strings.Repeat("\x0f", 32), strings.Repeat("\x00", 32), "", ""}, func(s Settings) string { return s.StateKey.Reveal() },
		},
		"BRIDGE_SELFTEST": {
			[]string{"--selftest=off"}, map[string]string{"BRIDGE_SELFTEST": "true"}, "",
			[4]string{"false", "true", "", "false"}, func(s Settings) string { return fmt.Sprint(s.SelfTest) },
		},
	}
}

func trimmed(text string) string { return strings.TrimRight(text, "\n") }

// TestPrecedence walks the table, so a setting without a sample fails.
func TestPrecedence(t *testing.T) {
	files := map[string]string{"/flag-token": "flag-token\n", "/flag-headers": "x-key=flag\n", "/flag-key32": strings.Repeat("0f", 32) + "\n", "/env-key32": strings.Repeat("A", 43) + "="}
	for _, name := range []string{"/flag", "/env"} {
		files[name+"-tokens"] = "alice sha256:" + strings.Repeat("0f", 32) + "\n"
		files[name+"-credentials"] = `{"alice": {"token_file": "/flag-token"}, "*": {"profile": true}}`
	}
	files["/flag-cert"], files["/flag-key"] = pair(t, "flag")
	files["/env-cert"], files["/env-key"] = pair(t, "env")
	all := samples(files)
	for _, binary := range []Binary{Stdio, HTTP} {
		for _, row := range table(binary) {
			one, listed := all[row.env]
			if !listed {
				t.Errorf("%s has no sample", row.env)
				continue
			}
			if (one.profile != "") != (row.profile.name != "") {
				t.Errorf("%s: the sample and the table differ on the profile", row.env)
			}
			for top, from := range []string{"flag", "environment", "profile default", "default"} {
				if from == "profile default" && one.profile == "" {
					continue
				}
				t.Run(binary.String()+"/"+row.env+"/"+from, func(t *testing.T) {
					checkLevel(t, binary, row, one, top, from, files)
				})
			}
		}
	}
}

// checkLevel loads with the sample at the level top and at all below it.
func checkLevel(t *testing.T, binary Binary, row setting, one sample, top int, from string, files map[string]string) {
	w := world{env: map[string]string{"HOME": "/home/op"}, files: maps.Clone(files)}
	for name, text := range map[string]string{"NETBOX_URL": "https://base.example", "NETBOX_MCP_AUTH_TOKEN": "base-auth"} {
		if name != row.env {
			w.env[name] = text
		}
	}
	if top <= 0 {
		w.args = one.flag
	}
	if top <= 1 {
		maps.Copy(w.env, one.env)
	}
	members := ""
	if top <= 2 {
		members = one.profile
	}
	w.files[profilePath] = `{"profiles": {"default": {` + members + `}, "flag": {}, "env": {}}}`

	got, err := w.load(binary)
	if err != nil {
		if err.Error() != one.shown[top] {
			t.Fatalf("got error %q, want %q", err, one.shown[top])
		}
		return
	}
	if shown := one.show(got); shown != one.shown[top] {
		t.Errorf("got %q, want %q", shown, one.shown[top])
	}
	if sourceOf(got, row.env).From != from {
		t.Errorf("sources %v do not say %s for %s", got.Sources, from, row.env)
	}
}

func TestACredentialIsReplacedAsAWhole(t *testing.T) {
	for name, c := range map[string]struct {
		args    []string
		env     map[string]string
		profile string
		want    string
	}{
		"a token in the environment beats the profile's parts": {
			nil, map[string]string{"NETBOX_TOKEN": "whole"}, `"token_key": "k", "token_secret": "s"`, "whole",
		},
		"parts in the environment beat the profile's token": {
			nil, map[string]string{"NETBOX_TOKEN_KEY": "k", "NETBOX_TOKEN_SECRET": "s"}, `"token_version": "v1", "token_secret": "p"`, "nbt_k.s",
		},
		"a token by flag beats parts in the environment": {
			[]string{"--token-file=/t"}, map[string]string{"NETBOX_TOKEN_KEY": "k", "NETBOX_TOKEN_SECRET": "s"}, "", "whole",
		},
		"half a credential that is replaced does no harm": {
			[]string{"--token-file=/t"}, map[string]string{"NETBOX_TOKEN_KEY": "k"}, "", "whole",
		},
		"a blank variable is none": {
			nil, map[string]string{"NETBOX_TOKEN": " ", "NETBOX_TOKEN_KEY": ""}, `"token_key": "nbt_k", "token_secret": "s"`, "nbt_k.s",
		},
		"a v1 profile has no use for a key": {
			nil, nil, `"token_version": "v1", "token_key": "k", "token_secret": "s"`, "s",
		},
		"an empty profile has no credential": {
			nil, nil, `"token_key": "", "token_secret": null`, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := world{args: c.args, env: map[string]string{"HOME": "/home/op", "NETBOX_URL": "n.example"}, files: map[string]string{
				"/t": "whole\r\n", profilePath: `{"profiles": {"default": {` + c.profile + `}}}`,
			}}
			maps.Copy(w.env, c.env)
			got, err := w.load(Stdio)
			if err != nil || got.Token.Reveal() != c.want {
				t.Fatalf("got %q, %v; want %q", got.Token.Reveal(), err, c.want)
			}
		})
	}
}
