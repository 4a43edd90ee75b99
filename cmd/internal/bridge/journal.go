package bridge

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/journallog"
	"mcpbridge/adapters/memory"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Journal is the one journal in the parts that it plays.
type Journal struct {
	Recorder ports.Journal
	Reader   ports.JournalReader // nil if none is kept
	Nonces   ports.Nonces
	Monitor  ports.JournalMonitor // nil if none is kept
}

// NewJournal opens the configured journal, unless ctx ends first. Where none is
// kept, the log has to do, and used approvals are remembered by this process
// alone. An error is a [fault.Fault], or the end of ctx.
func NewJournal(ctx context.Context, upstream Upstream, settings config.Settings, clock ports.Clock, log *slog.Logger) (Journal, func(), error) {
	options := sqljournal.Options{
		Source: upstream.System(), KeepArguments: settings.JournalArguments, Retention: settings.JournalRetention, Clock: clock, Log: log,
	}
	var kept *sqljournal.Journal
	var err error
	switch {
	case !settings.JournalURL.IsZero():
		kept, err = sqljournal.OpenPostgreSQL(ctx, settings.JournalURL.Reveal(), options)
	case settings.JournalPath != "":
		kept, err = sqljournal.OpenSQLite(ctx, settings.JournalPath, options)
	default:
		return Journal{Recorder: journallog.New(log), Nonces: memory.NewNonces(clock)}, func() {}, nil
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return Journal{}, nil, err
	case err != nil:
		return Journal{}, nil, unopened(settings, err)
	}
	cleanup := func() {
		if err := kept.Close(); err != nil {
			log.ErrorContext(ctx, "the journal could not be closed", "error", err)
		}
	}
	return Journal{Recorder: kept, Reader: kept, Nonces: kept, Monitor: kept}, cleanup, nil
}

// OpenLedger opens the configured journal for somebody who looks after it. It
// makes none where there is none. An error is a [fault.Fault].
func OpenLedger(ctx context.Context, settings config.Settings, clock ports.Clock) (ports.Ledger, func(), error) {
	var kept *sqljournal.Ledger
	var err error
	switch {
	case !settings.JournalURL.IsZero():
		kept, err = sqljournal.OpenPostgreSQLLedger(ctx, settings.JournalURL.Reveal(), clock)
	case settings.JournalPath != "":
		kept, err = sqljournal.OpenSQLiteLedger(ctx, settings.JournalPath, clock)
	default:
		return nil, nil, fault.New(fault.JournalMissing, "no journal is kept: BRIDGE_JOURNAL is off")
	}
	if err != nil {
		return nil, nil, unopened(settings, err)
	}
	return kept, func() { _ = kept.Close() }, nil // all that was done is committed
}

// unopened tells which journal cannot be opened. An error of a database may have
// several lines.
func unopened(settings config.Settings, err error) *fault.Fault {
	code := fault.JournalUnusable
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		code = known.Code
	}
	return fault.New(code, "BRIDGE_JOURNAL ("+placeOf(settings)+"): "+strings.Join(strings.Fields(err.Error()), " "))
}

// journalPassword is what opens the journal's database, if there is one.
func journalPassword(settings config.Settings) domain.Secret {
	if settings.JournalURL.IsZero() {
		return domain.Secret{}
	}
	return sqljournal.Password(settings.JournalURL.Reveal())
}
