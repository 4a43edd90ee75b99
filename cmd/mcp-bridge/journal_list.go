package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/answer"
	"mcpbridge/app/ledger"
	"mcpbridge/domain"
)

func newJournalList(s *session) *cobra.Command {
	var chosen choice
	command := &cobra.Command{
		Use:   "list",
		Short: "List entries, the newest first",
		Example: `  mcp-bridge journal list --unsettled
  mcp-bridge journal list --tool ip_ledger.reserve_prefix --since 7d`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			filter, err := chosen.entries(time.Now())
			if err != nil {
				return err
			}
			if filter.Limit < 1 || filter.Limit > domain.MaxListedEntries {
				return wrongUse("--limit: expected a number from 1 to %d; journal export has no limit", domain.MaxListedEntries)
			}
			if filter.Before, err = entryID(command, "before"); err != nil {
				return err
			}
			return s.keep(command, func(keeper *ledger.Keeper, _ config.Settings) error {
				entries, err := keeper.Entries(command.Context(), filter)
				if err != nil {
					return err
				}
				return s.showEntries(entries, filter)
			})
		},
	}
	flags := command.Flags()
	chosen.register(command)
	flags.IntVar(&chosen.filter.Limit, "limit", 50, fmt.Sprintf("How many to list at most, up to %d", domain.MaxListedEntries))
	flags.String("before", "", "Only entries older than the one of this id, for the next page")
	return command
}

func (s *session) showEntries(entries []domain.Entry, filter domain.EntryFilter) error {
	if s.asJSON {
		return report.JSON(s.Out, answer.OfEntries(entries))
	}
	if err := s.style().Entries(s.Out, entries); err != nil {
		return err
	}
	if len(entries) == filter.Limit {
		fmt.Fprintf(s.Err, "There may be more: --before %s\n", entries[len(entries)-1].ID)
	}
	return nil
}
