package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

func newDiff(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Tell what a new manifest changes for callers, and whether it breaks them",
		Long:  "Tell what a new manifest changes for callers. The exit code is 1 if it breaks them.",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			before, err := s.readInput(args[0])
			if err != nil {
				return err
			}
			after, err := s.readInput(args[1])
			if err != nil {
				return err
			}
			return s.diff(before, after)
		},
	}
}

func (s *session) diff(before, after []byte) error {
	difference, err := authors.Diff(before, after)
	if err != nil {
		return &ended{exitUsage, fault.Of(err)}
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
