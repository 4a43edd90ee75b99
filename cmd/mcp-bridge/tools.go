package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func newTools(s *session) *cobra.Command {
	return reaches(&cobra.Command{
		Use:   "tools [PLUGIN]",
		Short: "List the tools of all plugins, or of one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			plugin := ""
			if len(args) > 0 {
				plugin = args[0]
			}
			catalog, err := s.catalog(command, plugin)
			if err != nil {
				return err
			}
			if s.asJSON {
				return report.JSON(s.Out, answer.OfCatalog(catalog))
			}
			return s.style().Catalog(s.Out, catalog)
		},
	})
}

// catalog discovers one plugin, or all if plugin is "".
func (s *session) catalog(command *cobra.Command, plugin string) (domain.Catalog, error) {
	settings, err := s.settings(command)
	if err != nil {
		return domain.Catalog{}, err
	}
	reader, cleanup, err := newReader(settings, s.Err)
	if err != nil {
		return domain.Catalog{}, &ended{exitUsage, err}
	}
	defer cleanup()
	progress, wipe := s.Progress()
	catalog, err := reader.lister.List(command.Context(), domain.Access{}, plugin, progress)
	wipe()
	if err != nil {
		return domain.Catalog{}, s.fail(err)
	}
	return catalog, nil
}

// fail shows a fault that leaves a command without an answer.
func (s *session) fail(err error) error {
	f := fault.Of(err)
	if s.asJSON {
		err = report.JSON(s.Out, answer.OfResult(domain.Result{Outcome: domain.Failed, Fault: f}))
	} else {
		err = s.messages().Fault(s.Err, f)
	}
	if err != nil {
		return err
	}
	return end(exitFound)
}
