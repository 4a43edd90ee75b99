package bridge

import (
	"io"
	"log/slog"
	"maps"
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

// Providers compose the bridge from its settings. What one binary alone needs
// is in its own injector.
var Providers = wire.NewSet(
	NewUpstream, NewRedactor, NewLogger, NewBase, NewClient, NewPlugins, NewSwitch, NewElicitation, NewIdentity,
	NewJournal, wire.FieldsOf(new(Journal), "Reader", "Nonces", "Monitor"), kaptinlin.New, app.NewLister, app.NewCaller, mcpserver.New,
	NewMetrics, NewTracer, NewObservers, WatchedFetcher, WatchedSource, WatchedGate, WatchedApprover, WatchedJournal,
	wire.Value(systemclock.Clock{}),
	wire.Bind(new(ports.SchemaValidator), new(*kaptinlin.Validator)),
	wire.Bind(new(ports.Clock), new(systemclock.Clock)),
	wire.Bind(new(ports.Redactor), new(*redact.Redactor)),
)

// NewRedactor makes the redactor that knows the process's own credentials.
func NewRedactor(upstream Upstream, settings config.Settings) *redact.Redactor {
	known := []domain.Secret{upstream.Token, settings.AuthToken, settings.ClientKey, journalPassword(settings)}
	return redact.New(slices.AppendSeq(known, maps.Values(settings.CollectorHeaders))...)
}

// NewLogger makes the logger that writes to out. It becomes the default one as
// well, since net/http tells the standard log what a hostile server sent.
func NewLogger(out io.Writer, settings config.Settings, redactor ports.Redactor) *slog.Logger {
	log := stderrlog.New(out, stderrlog.Options{Level: settings.LogLevel, JSON: settings.LogFormat == "json"}, redactor)
	slog.SetDefault(log)
	return log
}

// NewSwitch makes the switch for writes.
func NewSwitch(settings config.Settings) *gate.Switch {
	return gate.New(settings.AllowMutations, "NETBOX_MCP_ALLOW_MUTATIONS=1 or --allow-mutations")
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
