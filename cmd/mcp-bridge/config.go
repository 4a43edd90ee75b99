package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
)

func newConfig(s *session) *cobra.Command {
	parent := group(&cobra.Command{Use: "config", Short: "Look at the settings"})
	parent.AddCommand(reaches(&cobra.Command{
		Use:   "show",
		Short: "Show every setting and where it came from; no credential is shown",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			settings, err := s.settings(command)
			if err != nil {
				return err
			}
			shown := make([]report.Setting, len(settings.Sources))
			for i, source := range settings.Sources {
				shown[i] = report.Setting{Name: source.Setting, Value: source.Value, From: source.From}
			}
			if s.asJSON {
				return report.JSON(s.Out, shown)
			}
			return s.style().Settings(s.Out, shown)
		},
	}))
	return parent
}
