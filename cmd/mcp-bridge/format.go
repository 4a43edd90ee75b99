package main

import "github.com/spf13/cobra"

// formatOf is the form of a report, which --format and --json say in two ways.
func (s *session) formatOf(command *cobra.Command, format string) (string, error) {
	switch {
	case !s.asJSON:
		return format, nil
	case command.Flags().Changed("format") && format != "json":
		return "", wrongUse("expected only one of --json and --format")
	}
	return "json", nil
}
