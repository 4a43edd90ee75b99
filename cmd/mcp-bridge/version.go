package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/cmd/internal/bridge"
	"mcpbridge/domain"
)

func newVersion(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Tell the versions of the program, the contract and Go",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if s.asJSON {
				return report.JSON(s.Out, map[string]string{"version": bridge.Version(), "contract": domain.SchemaVersion, "go": runtime.Version()})
			}
			_, err := io.WriteString(s.Out, bridge.Versions(config.CLI.String()))
			return err
		},
	}
}
