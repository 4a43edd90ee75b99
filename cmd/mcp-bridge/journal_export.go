package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/ledger"
	"mcpbridge/domain"
)

func newJournalExport(s *session) *cobra.Command {
	var chosen choice
	var format string
	command := &cobra.Command{
		Use:   "export",
		Short: "Print every entry in order of time, as JSON Lines or CSV",
		Example: `  mcp-bridge journal export --until 2026-12-01 > november.jsonl
  mcp-bridge journal export --format csv --outcome unknown > unknown.csv`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			filter, err := chosen.entries(time.Now())
			if err != nil {
				return err
			}
			if format != "jsonl" && (format != "csv" || s.asJSON) {
				return wrongUse("--format: expected jsonl, or csv without --json")
			}
			return s.keep(command, func(keeper *ledger.Keeper, _ config.Settings) error {
				return s.export(command.Context(), keeper, filter, format)
			})
		},
	}
	chosen.register(command)
	command.Flags().StringVar(&format, "format", "jsonl", "How to print: jsonl or csv")
	completes(command, "format", "jsonl", "csv")
	return command
}

// export prints what it can: the entries before a failure are whole lines.
func (s *session) export(ctx context.Context, keeper *ledger.Keeper, filter domain.EntryFilter, format string) error {
	out := bufio.NewWriter(s.Out)
	write, err := entryWriter(out, format)
	if err != nil {
		return err
	}
	for entry, failure := range keeper.All(ctx, filter) {
		if failure != nil {
			err = &ended{exitFound, errors.New("the export is not whole: " + failure.Error())}
			break
		}
		if err = write(entry); err != nil {
			break
		}
	}
	return errors.Join(err, out.Flush())
}

func entryWriter(out io.Writer, format string) (func(domain.Entry) error, error) {
	if format == "csv" {
		return report.EntryTable(out)
	}
	return report.EntryLines(out), nil
}
