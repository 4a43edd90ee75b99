package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/ledger"
	"mcpbridge/domain"
)

func newJournalPrune(s *session) *cobra.Command {
	var olderThan string
	var yes bool
	command := &cobra.Command{
		Use:   "prune",
		Short: "Drop old entries for good; asks first",
		Long: `Drop the entries that the configured retention does not keep, as the bridge does
every hour, or all that are older than a time of your choice. Unknown writes that
nobody has settled, and writes under way, always stay.`,
		Example: "  mcp-bridge journal prune --older-than 90d --yes",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return s.keep(command, func(keeper *ledger.Keeper, settings config.Settings) error {
				retention, err := chosenRetention(settings.JournalRetention, olderThan)
				if err == nil && !yes {
					err = s.askToDrop(command.Context(), retention)
				}
				if err != nil {
					return err
				}
				return s.prune(command.Context(), keeper, retention)
			})
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&olderThan, "older-than", "", "Drop what is older than this, such as 90d or 12h, in place of the retention")
	flags.BoolVar(&yes, "yes", false, "Agree beforehand")
	return command
}

// chosenRetention is the age of the flag or else what is configured.
func chosenRetention(configured domain.Retention, olderThan string) (domain.Retention, error) {
	if olderThan == "" {
		if configured == (domain.Retention{}) {
			return configured, wrongUse("the configured retention keeps everything; say --older-than")
		}
		return configured, nil
	}
	age, understood := parseAge(olderThan)
	if !understood {
		return configured, wrongUse("--older-than: expected how old, such as 90d or 12h")
	}
	return domain.Retention{Age: age}, nil
}

func (s *session) askToDrop(ctx context.Context, retention domain.Retention) error {
	if !s.Asks {
		return wrongUse("nobody could be asked, because there is no terminal; --yes agrees beforehand")
	}
	if !s.Agrees(ctx, "This drops "+droppable(retention)+" for good.\nUnsettled unknown writes and writes under way stay.\nDrop them? [y/N] ") {
		return &ended{exitFound, errors.New("nothing was dropped, since that was not confirmed with y or yes")}
	}
	return nil
}

// droppable tells which entries a retention does not keep.
func droppable(r domain.Retention) string {
	const day = 24 * time.Hour
	var bounds []string
	if r.Age > 0 && r.Age%day == 0 {
		bounds = append(bounds, fmt.Sprintf("entries older than %d days", r.Age/day))
	} else if r.Age > 0 {
		bounds = append(bounds, "entries older than "+r.Age.String())
	}
	if r.Entries > 0 {
		bounds = append(bounds, fmt.Sprintf("all but the newest %d entries", r.Entries))
	}
	return strings.Join(bounds, " and ")
}

func (s *session) prune(ctx context.Context, keeper *ledger.Keeper, retention domain.Retention) error {
	dropped, err := keeper.Prune(ctx, retention)
	if err != nil {
		return err
	}
	if s.asJSON {
		return report.JSON(s.Out, map[string]int64{"dropped": dropped})
	}
	_, err = fmt.Fprintf(s.Out, "Dropped: %d\n", dropped)
	return err
}
