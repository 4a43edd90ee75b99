package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/app/authors"
)

func newDiff(s *session) *cobra.Command {
	return reaches(&cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Tell what a new manifest changes for callers, and whether it breaks them",
		Long: `Tell what a new manifest changes for callers. The exit code is 1 if it breaks them.

Each of the two is a file, a URL, or - for standard input. A URL is asked for; the
configured token goes along only if the URL is below NETBOX_URL.`,
		Example: `  git show main:my_plugin/api/mcp.json | mcp-bridge diff - my_plugin/api/mcp.json
  mcp-bridge diff https://netbox.example.org/api/plugins/my-plugin/mcp/ my_plugin/api/mcp.json`,
		Args: cobra.ExactArgs(2),
		RunE: func(command *cobra.Command, args []string) error {
			if args[0] == standardInput && args[1] == standardInput {
				return wrongUse("expected only one of the two manifests on standard input")
			}
			before, err := s.read(command, args[0])
			if err != nil {
				return err
			}
			after, err := s.read(command, args[1])
			if err != nil {
				return err
			}
			return s.diff(before, after)
		},
	})
}

func (s *session) diff(before, after []byte) error {
	difference, err := authors.Diff(before, after)
	if err != nil {
		return s.fail(err)
	}
	if s.asJSON {
		err = report.DifferenceJSON(s.Out, difference)
	} else {
		err = s.style().Difference(s.Out, difference)
	}
	if err != nil {
		return err
	}
	if difference.Breaks() {
		return end(exitFound)
	}
	return nil
}
