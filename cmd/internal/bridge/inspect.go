package bridge

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/app/netbox/doctor"
	"mcpbridge/ports"
)

// InspectJournal opens the configured journal as a program does when it starts,
// but makes no file where there is none.
func InspectJournal(upstream Upstream, settings config.Settings, clock ports.Clock, log *slog.Logger) doctor.Journal {
	return func(ctx context.Context) (doctor.JournalState, error) {
		place := placeOf(settings)
		if settings.JournalURL.IsZero() && place != "" && settings.JournalPath != sqljournal.InMemory {
			if isNew, err := isNewFile(settings.JournalPath); isNew || err != nil {
				return doctor.JournalState{Place: place, New: true}, err
			}
		}
		journal, cleanup, err := NewJournal(ctx, upstream, settings, clock, log)
		if err != nil || journal.Monitor == nil {
			return doctor.JournalState{}, err
		}
		defer cleanup()
		if err := journal.Monitor.Check(ctx); err != nil {
			return doctor.JournalState{}, err
		}
		state, err := journal.Monitor.State(ctx)
		return doctor.JournalState{Place: place, Unsettled: state.Unsettled}, err
	}
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

// isNewFile reports whether there is no file yet. Its error says that there
// could be none: the nearest folder that exists takes no file.
func isNewFile(path string) (bool, error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	folder := filepath.Dir(path)
	for folder != filepath.Dir(folder) {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		folder = filepath.Dir(folder)
	}
	trial, err := os.CreateTemp(folder, ".mcp-bridge-*")
	if err != nil {
		return true, fmt.Errorf("no file can be made in %s", folder)
	}
	return true, errors.Join(trial.Close(), os.Remove(trial.Name()))
}
