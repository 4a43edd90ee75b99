package bridge

import (
	"encoding/base64"
	"encoding/hex"
	"io"
	"log/slog"
	"maps"
	"mcpbridge/adapters/boundedhttp"
	appnetbox "mcpbridge/app/netbox"
	"slices"

	"github.com/google/wire"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/gate"
	"mcpbridge/adapters/kaptinlin"
	"mcpbridge/adapters/mcpserver"
	"mcpbridge/adapters/stderrlog"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/redact"
	"mcpbridge/ports"
)

// Providers compose the bridge as an MCP server, watched by metrics and traces.
// What one binary alone needs is in its own injector.
var Providers = wire.NewSet(
	parts, NewElicitation, NewIdentity, mcpserver.New, wire.FieldsOf(new(Journal), "Reader", "Nonces", "Monitor"),
	NewMetrics, NewTracer, NewObservers, WatchedFetcher, WatchedSource, WatchedGate, WatchedApprover, WatchedJournal,
)

// Core composes the use cases without a driver: who asks a person, and who
// calls, is the binary's to say.
var Core = wire.NewSet(
	parts, wire.FieldsOf(new(Journal), "Recorder"),
	wire.Bind(new(ports.Fetcher), new(*boundedhttp.Client)),
	wire.Bind(new(ports.ToolSource), new(*appnetbox.Plugins)),
	wire.Bind(new(ports.MutationGate), new(gate.Scoped)),
)

// parts are what every composition has, from its settings on.
var parts = wire.NewSet(
	NewUpstream, NewRedactor, NewLogger, NewBase, NewClient, NewPlugins, NewGate, NewJournal,
	kaptinlin.New, app.NewLister, app.NewCaller,
	wire.Value(systemclock.Clock{}),
	wire.Bind(new(ports.SchemaValidator), new(*kaptinlin.Validator)),
	wire.Bind(new(ports.Clock), new(systemclock.Clock)),
	wire.Bind(new(ports.Redactor), new(*redact.Redactor)),
)

// NewRedactor makes the redactor that knows the process's own credentials. The
// state key is bytes; it would be seen as it is written into its file.
func NewRedactor(upstream Upstream, settings config.Settings) *redact.Redactor {
	known := []domain.Secret{upstream.Token, settings.AuthToken, settings.ClientKey, journalPassword(settings), settings.StateKey}
	if key := []byte(settings.StateKey.Reveal()); len(key) > 0 {
		known = append(known, domain.NewSecret(hex.EncodeToString(key)), domain.NewSecret(base64.StdEncoding.EncodeToString(key)))
	}
	return redact.New(slices.AppendSeq(known, maps.Values(settings.CollectorHeaders))...)
}

// NewLogger makes the logger that writes to out, also for the libraries.
func NewLogger(out io.Writer, settings config.Settings, redactor ports.Redactor) *slog.Logger {
	log := stderrlog.New(out, stderrlog.Options{Level: settings.LogLevel, JSON: settings.LogFormat == "json"}, redactor)
	stderrlog.Adopt(log)
	return log
}

// NewGate makes the switch for writes, behind what the caller was granted.
func NewGate(settings config.Settings) gate.Scoped {
	return gate.Scoped{Behind: gate.New(settings.AllowMutations, "NETBOX_MCP_ALLOW_MUTATIONS=1 or --allow-mutations")}
}

// NewElicitation makes the approver, with a key of the process's own unless one is
// shared.
func NewElicitation(settings config.Settings, nonces ports.Nonces, redactor ports.Redactor, clock ports.Clock, log *slog.Logger) *mcpserver.Approver {
	key := mcpserver.NewStateKey()
	copy(key[:], settings.StateKey.Reveal())
	return mcpserver.NewApprover(settings.Approval, key, nonces, redactor, clock, log)
}

// NewIdentity names the server to clients.
func NewIdentity() mcpserver.Identity {
	return mcpserver.Identity{Name: "mcp-bridge", Title: "MCP Bridge", Version: Version()}
}
