package main

import (
	"errors"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/app/ledger"
	"mcpbridge/domain/fault"
)

func newJournal(s *session) *cobra.Command {
	parent := group(&cobra.Command{
		Use:   "journal",
		Short: "Look at the journal of calls, settle unknown writes, drop old entries",
		Long: `Look after the journal that the bridge keeps of calls. The bridge may run
meanwhile. A write of a bridge that died is under way here until a bridge starts
again.`,
	})
	config.Register(parent.PersistentFlags(), config.Ledger)
	for _, command := range []func(*session) *cobra.Command{newJournalList, newJournalShow, newJournalSettle, newJournalExport, newJournalPrune} {
		parent.AddCommand(command(s))
	}
	return parent
}

// keep opens the configured journal for as long as do needs it, and shows the
// fault that do may end with.
func (s *session) keep(command *cobra.Command, do func(*ledger.Keeper, config.Settings) error) error {
	settings, err := s.settingsOf(config.Ledger, command.Flags())
	if err != nil {
		return err
	}
	keeper, cleanup, err := newKeeper(command.Context(), settings)
	if err == nil {
		defer cleanup()
		err = do(keeper, settings)
	}
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return s.fail(f)
	}
	return err
}
