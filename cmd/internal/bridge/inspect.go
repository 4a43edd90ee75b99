package bridge

import (
	"context"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/app/netbox/doctor"
)

// InspectJournal looks at the configured journal and changes nothing in it: it is
// no bridge, and what bridges keep there is none of its business.
func InspectJournal(settings config.Settings) doctor.Journal {
	return func(ctx context.Context) (doctor.JournalState, error) {
		found, err := inspectJournal(ctx, settings)
		return doctor.JournalState{Place: placeOf(settings), New: found.New, Unsettled: found.Unsettled}, err
	}
}

func inspectJournal(ctx context.Context, settings config.Settings) (sqljournal.Inspection, error) {
	switch {
	case !settings.JournalURL.IsZero():
		return sqljournal.InspectPostgreSQL(ctx, settings.JournalURL.Reveal())
	case settings.JournalPath == "" || settings.JournalPath == sqljournal.InMemory:
		return sqljournal.Inspection{}, nil
	}
	return sqljournal.InspectSQLite(ctx, settings.JournalPath)
}

// placeOf names the journal, "" if none is kept. The address of a database may
// hold a password, so it is not shown.
func placeOf(settings config.Settings) string {
	switch {
	case !settings.JournalURL.IsZero():
		return "the PostgreSQL database"
	case settings.JournalPath == sqljournal.InMemory:
		return "in memory"
	}
	return settings.JournalPath
}
