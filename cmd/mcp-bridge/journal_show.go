package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/answer"
	"mcpbridge/app/ledger"
)

func newJournalShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show all that is kept of one call",
		Args:  cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			return s.keep(command, func(keeper *ledger.Keeper, _ config.Settings) error {
				entry, err := keeper.Entry(command.Context(), args[0])
				if err != nil {
					return err
				}
				if s.asJSON {
					return report.JSON(s.Out, answer.OfEntry(entry))
				}
				return s.style().Entry(s.Out, entry)
			})
		},
	}
}
