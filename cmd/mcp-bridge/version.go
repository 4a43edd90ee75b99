package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

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
			_, err := fmt.Fprintf(s.Out, "mcp-bridge %s, contract %s, %s\n", bridge.Version(), domain.SchemaVersion, runtime.Version())
			return err
		},
	}
}
