package main

import (
	"fmt"
	"os/user"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/answer"
	"mcpbridge/app/ledger"
	"mcpbridge/domain"
)

func newJournalSettle(s *session) *cobra.Command {
	var by, note string
	command := &cobra.Command{
		Use:   "settle ID --note TEXT",
		Short: "Settle an unknown write, once you have looked at the system itself",
		Long: `Settle an unknown write: say what you found when you looked at the system itself.
From then on it no longer stands in the way of the same call; another unknown write
of that call still does. A settlement is not taken back.`,
		Example: `  mcp-bridge journal settle 019c1f4e-7d4a-7000-8000-000000000000 --note "the prefix is there"`,
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			if by == "" {
				by = operator()
			}
			if !isSettlementText(by) {
				return wrongUse("--by: expected who settles the write, in 1 to %d characters", domain.MaxSettlementChars)
			}
			if !isSettlementText(note) {
				return wrongUse("--note: expected what became of the write, in 1 to %d characters", domain.MaxSettlementChars)
			}
			return s.keep(command, func(keeper *ledger.Keeper, _ config.Settings) error {
				entry, err := keeper.Settle(command.Context(), args[0], by, note)
				if err != nil {
					return err
				}
				return s.showSettled(entry)
			})
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&note, "note", "", "What became of the write; required")
	flags.StringVar(&by, "by", "", "Who settles it; the user of this command unless set")
	return command
}

// operator is the user of this command, "" if the system does not tell.
func operator() string {
	account, err := user.Current()
	if err != nil {
		return ""
	}
	return account.Username
}

func isSettlementText(text string) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= domain.MaxSettlementChars
}

func (s *session) showSettled(entry domain.Entry) error {
	if s.asJSON {
		return report.JSON(s.Out, answer.OfEntry(entry))
	}
	_, err := fmt.Fprintf(s.Out, "Settled: %s. It no longer stands in the way of the same call.\n", entry.ID)
	return err
}
