package config

import (
	"log/slog"
	"net/netip"
	"time"

	"mcpbridge/domain"
)

// Settings is what the operator decided, checked. Printing or marshalling it
// shows no credential.
type Settings struct {
	// Demo replaces NetBox by a built-in one; URL and Token are then empty.
	Demo bool
	// Profile is the name of the chosen profile, whether or not it exists.
	Profile string

	// URL is where NetBox is reached: http or https, no final slash.
	URL string
	// Token is NetBox's credential as it is sent; the zero Secret is legal.
	Token domain.Secret
	// TrustedOrigins are further origins that NetBox's links may name, in
	// lower case and without default ports.
	TrustedOrigins []string
	// CA holds certificates in PEM to trust beside the system's.
	CA []byte
	// ClientCertificate and ClientKey are a matching pair in PEM, or neither is
	// set.
	ClientCertificate []byte
	ClientKey         domain.Secret
	// VerifyTLS is false where NetBox's certificate is not checked.
	VerifyTLS bool
	// Timeout bounds one request to NetBox.
	Timeout time.Duration

	// AllowMutations opens the gate for writes (contract section 6).
	AllowMutations bool
	// Approval is when a person is asked about a write.
	Approval domain.ApprovalPolicy
	// JournalPath is the SQLite file of the journal, or ":memory:". JournalURL is
	// a PostgreSQL database in its place. If both are empty, none is kept.
	JournalPath string
	JournalURL  domain.Secret
	// JournalArguments keeps arguments in the journal, redacted.
	JournalArguments bool
	JournalRetention domain.Retention
	// DiscoveryConcurrency is how many requests a scan has under way, 1..32.
	DiscoveryConcurrency int
	LogLevel             slog.Level
	// LogFormat is "text" or "json".
	LogFormat string
	// Collector is the OTLP collector that traces go to, or "", and
	// CollectorHeaders are what it demands.
	Collector        string
	CollectorHeaders map[string]domain.Secret
	// ShutdownGrace is how long calls under way may take to end after a signal.
	ShutdownGrace time.Duration

	// Listen is the host:port of the HTTP binary.
	Listen string
	// MetricsListen is the host:port of the metrics, or "".
	MetricsListen string
	// Auth is how the callers of the HTTP binary are recognised: AuthShared,
	// AuthPassthrough or AuthOAuth.
	Auth string
	// AuthToken is one that callers may share in the mode AuthShared.
	AuthToken domain.Secret
	// TokensFile holds callers' names and digests of their tokens, "" if there
	// is none.
	TokensFile string
	// OAuthIssuer and OAuthResource are set in the mode AuthOAuth.
	OAuthIssuer, OAuthResource string
	// CredentialsFile maps principals to NetBox's credentials, "" if there is
	// none.
	CredentialsFile string
	// NoCallToken switches the token argument of the tools off.
	NoCallToken bool
	// AllowedHosts are in lower case, with a port or for any; none is loopback.
	AllowedHosts []string
	// AllowedOrigins are in lower case and without default ports.
	AllowedOrigins []string
	// AllowedAddresses may call; none is all.
	AllowedAddresses []netip.Prefix
	// TrustedProxies are believed what they say of those before them.
	TrustedProxies []netip.Prefix
	// RatePerPrincipal and RatePerAddress are requests a second; 0 is no limit.
	RatePerPrincipal, RatePerAddress float64
	// AtOncePerPrincipal and AtOnce are requests under way; 0 is no limit.
	AtOncePerPrincipal, AtOnce int
	// TLSCert and TLSKey name files that hold a pair, or are both "".
	TLSCert, TLSKey string
	// InsecurePlaintext allows a Listen address beyond loopback without TLS.
	InsecurePlaintext bool
	// LegacySSE serves the transport of old clients.
	LegacySSE bool
	// StateKey is 32 bytes that replicas share, or none.
	StateKey domain.Secret

	// SelfTest makes the stdio binary check itself and end.
	SelfTest bool

	// Sources tells of each setting, in the table's order, where it came from.
	Sources []Source
	// Warnings are lines for the operator about settings that are legal.
	Warnings []string
}

// Source is where the value of one setting came from.
type Source struct {
	Setting string // its environment name
	From    string // "flag", "environment", "profile NAME" or "default"
	// Value is the text that was given, or a mark in place of a credential; it
	// is empty where there is nothing.
	Value string
	// Wrong is what the error says about this setting, "" if nothing is wrong.
	// What was given is then not shown, and From is where it was.
	Wrong string
}
