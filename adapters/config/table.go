package config

import (
	"fmt"
	"log/slog"
	"net/netip"
	"strconv"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/strictjson"
)

// setting is one row of the table: all there is to know about one setting.
type setting struct {
	flag    string // without the dashes
	env     string
	metavar string // what the flag takes, in the help; "" makes it a switch
	profile profileKey
	only    Binary // which programs have it

	holds      content
	reaches    bool // part of how NetBox is reached, so a demo has no use for it
	credential bool // part of NetBox's credential, which is replaced as a whole

	byDefault string // read like any other text; "" leaves the zero value
	expects   string // completes "expected ..."
	help      string // a sentence without its full stop

	parse func(*draft, string) error
	show  func(string) string // the text without its credential; nil shows it as it is
	then  func(*draft)        // what the value means for the rows below it
}

// content is what the text of a setting stands for.
type content byte

const (
	plain    content = iota // the value itself
	secret                  // a credential; its flag names a file, for ps shows flags
	filename                // a file that holds the value, wherever the name came from
	reread                  // a file that is read again later, so that its name is the value
)

// profileKey is where a profile has a setting; the zero one is nowhere.
type profileKey struct {
	name    string
	kind    strictjson.Kind
	version string // of the token: "v1" or "v2"; "" is for both
}

// table has the settings of a program. Demo and profile come first, because
// they decide where the rest is read.
func table(binary Binary) []setting {
	var rows []setting
	for _, row := range all() {
		if row.only&binary != 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

func all() []setting {
	return []setting{
		{
			flag: "demo", env: "BRIDGE_DEMO", only: every,
			byDefault: "false", expects: expectsSwitch,
			help:  "Use a built-in demo instead of a NetBox; no profile and no credential is read or sent",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.Demo }),
			then:  (*draft).leaveNetBox,
		},
		{
			flag: "profile", env: "BRIDGE_PROFILE", metavar: "NAME", only: every, reaches: true,
			byDefault: "default", expects: "the name of a profile in the profile file",
			help:  "Take what is set nowhere else from this profile",
			parse: into(parseFilled, func(d *draft) *string { return &d.Profile }),
			then:  (*draft).openProfile,
		},
		{
			flag: "url", env: "NETBOX_URL", metavar: "URL", only: every, reaches: true,
			profile: profileKey{name: "base_url", kind: strictjson.String},
			expects: "an http or https URL, without user, query and fragment",
			help:    "Where NetBox is; https:// is added if there is no scheme",
			parse:   into(parseURL, func(d *draft) *string { return &d.URL }),
		},
		{
			flag: "token-file", env: "NETBOX_TOKEN", metavar: "PATH", only: every, reaches: true, credential: true,
			profile: profileKey{name: "token_secret", kind: strictjson.String, version: "v1"},
			holds:   secret, expects: expectsVisible,
			help:  "A whole NetBox token: 40 hexadecimal digits (v1) or nbt_KEY.SECRET (v2)",
			parse: into(parseToken, func(d *draft) *domain.Secret { return &d.Token }),
		},
		{
			flag: "token-key", env: "NETBOX_TOKEN_KEY", metavar: "KEY", only: every, reaches: true, credential: true,
			profile: profileKey{name: "token_key", kind: strictjson.String, version: "v2"},
			expects: "the key of a v2 token, with or without nbt_",
			help:    "The public half of a v2 token, instead of the whole one",
			parse:   into(parseTokenKey, func(d *draft) *string { return &d.tokenKey }),
		},
		{
			flag: "token-secret-file", env: "NETBOX_TOKEN_SECRET", metavar: "PATH", only: every, reaches: true, credential: true,
			profile: profileKey{name: "token_secret", kind: strictjson.String, version: "v2"},
			holds:   secret, expects: expectsVisible,
			help:  "The secret half of a v2 token",
			parse: into(parseToken, func(d *draft) *domain.Secret { return &d.tokenSecret }),
		},
		{
			flag: "trusted-origins", env: "NETBOX_TRUSTED_ORIGINS", metavar: "ORIGINS", only: every, reaches: true,
			expects: "origins such as https://netbox.example.org:8443, with commas between them",
			help:    "Further origins that NetBox's own links may name, as a proxy can make them",
			parse:   into(parseOrigins, func(d *draft) *[]string { return &d.TrustedOrigins }),
		},
		{
			flag: "ca-file", env: "NETBOX_CA_FILE", metavar: "PATH", only: every, reaches: true,
			holds: filename, expects: "a file with certificates in PEM",
			help:  "Certificate authorities to trust beside the system's",
			parse: into(parseCertificates, func(d *draft) *[]byte { return &d.CA }),
		},
		{
			flag: "client-cert", env: "NETBOX_CLIENT_CERT", metavar: "PATH", only: every, reaches: true,
			holds: filename, expects: "a file with the client's certificate in PEM, beside its key",
			help:  "The certificate to show to NetBox",
			parse: into(parseCertificates, func(d *draft) *[]byte { return &d.ClientCertificate }),
		},
		{
			flag: "client-key", env: "NETBOX_CLIENT_KEY", metavar: "PATH", only: every, reaches: true,
			holds: filename, expects: "a file with the unencrypted key of the client's certificate in PEM, beside that certificate",
			help:  "The key of the client certificate",
			parse: into(parseKey, func(d *draft) *domain.Secret { return &d.ClientKey }),
		},
		{
			flag: "ssl-verify", env: "NETBOX_SSL_VERIFY", only: every, reaches: true,
			profile:   profileKey{name: "ssl_verify", kind: strictjson.Bool},
			byDefault: "true", expects: expectsSwitch,
			help:  "Check NetBox's certificate; only ever turn this off in a laboratory",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.VerifyTLS }),
		},
		{
			flag: "timeout", env: "NETBOX_TIMEOUT", metavar: "TIME", only: every,
			profile:   profileKey{name: "timeout", kind: strictjson.Number},
			byDefault: "30s", expects: "seconds (30, 2.5) or a duration (30s, 1m), from 1ms to 1h",
			help:  "The longest that one request to NetBox may take",
			parse: into(durationFrom(time.Millisecond), func(d *draft) *time.Duration { return &d.Timeout }),
		},
		{
			flag: "allow-mutations", env: "NETBOX_MCP_ALLOW_MUTATIONS", only: every,
			byDefault: "false", expects: expectsSwitch,
			help:  "Let tools write; anything but 1, true, yes or on keeps the gate closed",
			parse: (*draft).parseGate, show: showGate,
		},
		{
			flag: "approve", env: "BRIDGE_APPROVE", metavar: "WHEN", only: both,
			byDefault: string(domain.AskWhenSupported), expects: "off, when-supported or required",
			help:  "Ask a person through the MCP client before a tool writes; required refuses a client that cannot ask",
			parse: into(parseApprovalMode, func(d *draft) *domain.ApprovalMode { return &d.Approval.Mode }),
		},
		{
			flag: "approve-effects", env: "BRIDGE_APPROVE_EFFECTS", metavar: "EFFECTS", only: both,
			byDefault: string(domain.AskAboutWrites), expects: "writes or destructive",
			help:  "What to ask a person about: every tool that writes, or the destructive ones alone",
			parse: into(parseApprovalScope, func(d *draft) *domain.ApprovalScope { return &d.Approval.Scope }),
		},
		{
			flag: "journal", env: "BRIDGE_JOURNAL", metavar: "PLACE", only: every | Ledger,
			expects: "sqlite:PATH, postgres://USER@HOST/DATABASE or off",
			help:    "Where calls are recorded; a file below the state directory unless set, and in memory for a demo or a self-test",
			parse:   (*draft).parseJournal, show: showJournal,
		},
		{
			flag: "journal-arguments", env: "BRIDGE_JOURNAL_ARGUMENTS", only: every,
			byDefault: "false", expects: expectsSwitch,
			help:  "Record the arguments of calls, too, without what looks like a credential",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.JournalArguments }),
		},
		{
			flag: "journal-retention", env: "BRIDGE_JOURNAL_RETENTION", metavar: "DAYS", only: every | Ledger,
			byDefault: "365", expects: "a whole number of days up to 36500, or 0 for ever",
			help:  "How long the journal keeps a call; a write that is unknown and unsettled stays",
			parse: into(parseDays, func(d *draft) *time.Duration { return &d.JournalRetention.Age }),
		},
		{
			flag: "journal-entries", env: "BRIDGE_JOURNAL_ENTRIES", metavar: "N", only: every | Ledger,
			byDefault: "1000000", expects: "a whole number up to 1000000000, or 0 for no bound",
			help:  "How many calls the journal keeps; a write that is unknown and unsettled stays",
			parse: into(parseCount, func(d *draft) *int { return &d.JournalRetention.Entries }),
		},
		{
			flag: "discovery-concurrency", env: "BRIDGE_DISCOVERY_CONCURRENCY", metavar: "N", only: every,
			byDefault: strconv.Itoa(domain.DefaultConcurrency), expects: fmt.Sprintf("a whole number from 1 to %d", domain.MaxConcurrency),
			help:  "How many requests of one discovery run at the same time",
			parse: into(parseConcurrency, func(d *draft) *int { return &d.DiscoveryConcurrency }),
		},
		{
			flag: "log-level", env: "LOG_LEVEL", metavar: "LEVEL", only: every,
			byDefault: "info", expects: "debug, info, warn or error",
			help:  "The least important kind of log line to write",
			parse: into(parseLevel, func(d *draft) *slog.Level { return &d.LogLevel }),
		},
		{
			flag: "log-format", env: "LOG_FORMAT", metavar: "FORMAT", only: every,
			byDefault: "text", expects: "text or json",
			help:  "How log lines are written, always on standard error",
			parse: into(parseFormat, func(d *draft) *string { return &d.LogFormat }),
		},
		{
			flag: "otlp-endpoint", env: "OTEL_EXPORTER_OTLP_ENDPOINT", metavar: "URL", only: both,
			expects: "an http or https URL, without user, query and fragment",
			help:    "The OpenTelemetry collector (OTLP over HTTP) to send traces to; none are made unless set",
			parse:   into(parseCollector, func(d *draft) *string { return &d.Collector }),
		},
		{
			flag: "otlp-headers-file", env: "OTEL_EXPORTER_OTLP_HEADERS", metavar: "PATH", only: both,
			holds: secret, expects: "NAME=VALUE pairs, percent-encoded, with commas between them",
			help:  "Headers for the collector, such as its credential",
			parse: into(parseCollectorHeaders, func(d *draft) *map[string]domain.Secret { return &d.CollectorHeaders }),
		},
		{
			flag: "shutdown-grace", env: "BRIDGE_SHUTDOWN_GRACE", metavar: "TIME", only: both,
			byDefault: "10s", expects: "seconds (10) or a duration (10s, 1m), from 0 to 1h",
			help:  "How long calls under way may take to end after a signal to stop",
			parse: into(durationFrom(0), func(d *draft) *time.Duration { return &d.ShutdownGrace }),
		},
		{
			flag: "listen", env: "BRIDGE_LISTEN", metavar: "ADDRESS", only: HTTP,
			byDefault: "127.0.0.1:8000", expects: "host:port, such as 127.0.0.1:8000",
			help:  "Where to listen; an address beyond loopback needs --tls-cert, or --insecure-plaintext",
			parse: into(parseListen, func(d *draft) *string { return &d.Listen }),
		},
		{
			flag: "metrics-listen", env: "BRIDGE_METRICS_LISTEN", metavar: "ADDRESS", only: HTTP,
			expects: "host:port, such as 127.0.0.1:9464",
			help:    "Where to offer /metrics to Prometheus, without a token; nowhere unless set",
			parse:   into(parseListen, func(d *draft) *string { return &d.MetricsListen }),
		},
		{
			flag: "auth", env: "BRIDGE_AUTH", metavar: "MODE", only: HTTP,
			byDefault: AuthShared, expects: "shared, passthrough or oauth",
			help:  "Who callers are: bearers of the operator's tokens, of NetBox's own, or of an issuer's access tokens",
			parse: into(parseAuth, func(d *draft) *string { return &d.Auth }),
		},
		{
			flag: "auth-token-file", env: "NETBOX_MCP_AUTH_TOKEN", metavar: "PATH", only: HTTP,
			holds: secret, expects: expectsVisible,
			help:  "A bearer token that callers may share; with --auth=shared it or --auth-tokens-file is required",
			parse: into(parseToken, func(d *draft) *domain.Secret { return &d.AuthToken }),
		},
		{
			flag: "auth-tokens-file", env: "BRIDGE_AUTH_TOKENS_FILE", metavar: "PATH", only: HTTP,
			holds: reread, expects: "a file with a name and a digest (sha256:... or $argon2id$...) in each line",
			help:  "The callers who have a bearer token of their own; read anew on SIGHUP",
			parse: (*draft).parseTokensFile,
		},
		{
			flag: "oauth-issuer", env: "BRIDGE_OAUTH_ISSUER", metavar: "URL", only: HTTP,
			expects: "an https URL, or an http one of this machine",
			help:    "Whose access tokens are accepted with --auth=oauth",
			parse:   into(parseIssuer, func(d *draft) *string { return &d.OAuthIssuer }),
		},
		{
			flag: "oauth-resource", env: "BRIDGE_OAUTH_RESOURCE", metavar: "URL", only: HTTP,
			expects: "the URL of the MCP endpoint as clients reach it, such as https://mcp.example.org/mcp",
			help:    "The audience that an access token must name",
			parse:   into(parseIssuer, func(d *draft) *string { return &d.OAuthResource }),
		},
		{
			flag: "oauth-credentials-file", env: "BRIDGE_OAUTH_CREDENTIALS_FILE", metavar: "PATH", only: HTTP,
			holds: reread, expects: `a JSON file such as {"alice": {"token_file": "/run/secrets/alice"}, "*": {"profile": true}}`,
			help:  "NetBox's credential for each subject of an access token, others are refused; read anew on SIGHUP",
			parse: (*draft).parseCredentialsFile,
		},
		{
			flag: "no-call-token", env: "BRIDGE_NO_CALL_TOKEN", only: HTTP,
			byDefault: "false", expects: expectsSwitch,
			help:  "Refuse the token argument of the tools, so that a call uses no other credential",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.NoCallToken }),
		},
		{
			flag: "allowed-host", env: "BRIDGE_ALLOWED_HOSTS", metavar: "HOSTS", only: HTTP,
			expects: "names or addresses, with a port or without, and commas between them",
			help:    "How clients may address the service (Host); by default as this machine",
			parse:   into(listOf(parseHost), func(d *draft) *[]string { return &d.AllowedHosts }),
		},
		{
			flag: "allowed-origin", env: "BRIDGE_ALLOWED_ORIGINS", metavar: "ORIGINS", only: HTTP,
			expects: "origins such as https://chat.example.org, with commas between them",
			help:    "The web pages that may call (Origin, CORS); by default none",
			parse:   into(parseOrigins, func(d *draft) *[]string { return &d.AllowedOrigins }),
		},
		{
			flag: "allowed-ip", env: "BRIDGE_ALLOWED_IPS", metavar: "NETWORKS", only: HTTP,
			expects: expectsNetworks,
			help:    "The addresses that may call; by default all",
			parse:   into(listOf(parseNetwork), func(d *draft) *[]netip.Prefix { return &d.AllowedAddresses }),
		},
		{
			flag: "trusted-proxy", env: "BRIDGE_TRUSTED_PROXIES", metavar: "NETWORKS", only: HTTP,
			expects: expectsNetworks,
			help:    "The proxies whose X-Forwarded-For is believed; by default none",
			parse:   into(listOf(parseNetwork), func(d *draft) *[]netip.Prefix { return &d.TrustedProxies }),
		},
		{
			flag: "rate-limit", env: "BRIDGE_RATE_LIMIT", metavar: "N", only: HTTP,
			byDefault: "100", expects: expectsRate,
			help:  "Requests a second of one caller, with bursts of twice as many",
			parse: into(parseRate, func(d *draft) *float64 { return &d.RatePerPrincipal }),
		},
		{
			flag: "rate-limit-per-ip", env: "BRIDGE_RATE_LIMIT_PER_IP", metavar: "N", only: HTTP,
			byDefault: "200", expects: expectsRate,
			help:  "Requests a second from one address, with bursts of twice as many",
			parse: into(parseRate, func(d *draft) *float64 { return &d.RatePerAddress }),
		},
		{
			flag: "concurrency-limit", env: "BRIDGE_CONCURRENCY_LIMIT", metavar: "N", only: HTTP,
			byDefault: "64", expects: expectsAtOnce,
			help:  "Requests of one caller under way at the same time",
			parse: into(parseAtOnce, func(d *draft) *int { return &d.AtOncePerPrincipal }),
		},
		{
			flag: "concurrency-limit-total", env: "BRIDGE_CONCURRENCY_LIMIT_TOTAL", metavar: "N", only: HTTP,
			byDefault: "512", expects: expectsAtOnce,
			help:  "Requests of all callers under way at the same time",
			parse: into(parseAtOnce, func(d *draft) *int { return &d.AtOnce }),
		},
		{
			flag: "tls-cert", env: "BRIDGE_TLS_CERT", metavar: "PATH", only: HTTP,
			holds: reread, expects: "a file with the service's certificate in PEM, beside its key",
			help:  "The certificate to serve HTTPS with; a change of the file is noticed",
			parse: rereadable(parseCertificates, func(d *draft) *string { return &d.TLSCert }),
		},
		{
			flag: "tls-key", env: "BRIDGE_TLS_KEY", metavar: "PATH", only: HTTP,
			holds: reread, expects: "a file with the unencrypted key of the service's certificate in PEM, beside that certificate",
			help:  "The key of that certificate",
			parse: rereadable(parseKey, func(d *draft) *string { return &d.TLSKey }),
		},
		{
			flag: "insecure-plaintext", env: "BRIDGE_INSECURE_PLAINTEXT", only: HTTP,
			byDefault: "false", expects: expectsSwitch,
			help:  "Listen beyond loopback without TLS; put a TLS proxy in front",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.InsecurePlaintext }),
		},
		{
			flag: "legacy-sse", env: "BRIDGE_LEGACY_SSE", only: HTTP,
			byDefault: "false", expects: expectsSwitch,
			help:  "Serve the HTTP+SSE transport of 2024-11-05 as well, at /sse, for clients that know no other",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.LegacySSE }),
		},
		{
			flag: "state-key-file", env: "BRIDGE_STATE_KEY_FILE", metavar: "PATH", only: HTTP,
			holds: filename, expects: "a file with 32 bytes in base64 or hexadecimal",
			help:  "The key that replicas share, so that one accepts what another asked a person; by default each makes its own",
			parse: into(parseStateKey, func(d *draft) *domain.Secret { return &d.StateKey }),
		},
		{
			flag: "selftest", env: "BRIDGE_SELFTEST", only: Stdio,
			byDefault: "false", expects: expectsSwitch,
			help:  "Check the settings and the connection, report, and end",
			parse: into(parseSwitch, func(d *draft) *bool { return &d.SelfTest }),
		},
	}
}

// Expectations that several settings share.
const (
	expectsSwitch  = "1, true, yes or on, or else 0, false, no or off"
	expectsVisible = "1 to 8192 visible ASCII characters"

	expectsNetworks = "addresses or networks such as 10.0.0.0/8, with commas between them"
	expectsRate     = "a number from 0.01 to 1000000, or 0 for no limit"
	expectsAtOnce   = "a whole number from 1 to 100000, or 0 for no limit"
)

// into makes a row's parse function of a parser and the place for its result.
func into[T any](parse func(string) (T, error), place func(*draft) *T) func(*draft, string) error {
	return func(d *draft, text string) error {
		value, err := parse(text)
		if err == nil {
			*place(d) = value
		}
		return err
	}
}
