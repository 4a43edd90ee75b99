package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/diagnosis"
	"mcpbridge/app/netbox/contract"
	"mcpbridge/domain"
)

// contractOptions are the flags of contract.
type contractOptions struct {
	format   string
	plugins  []string
	weakFile string
	writes   bool
}

func newContract(s *session) *cobra.Command {
	var options contractOptions
	command := reaches(&cobra.Command{
		Use:   "contract [URL]",
		Short: "Test the plugins of a running NetBox against the checklist for their authors",
		Long: `Test the plugins of a running NetBox against the checklist for their authors:
advertisement, manifest, permissions, requests and answers, and that there is no
parallel credential or MCP server. Tools that only read are called; tools that
write are called only with --allow-writes. Those writes are no calls: neither gate
nor approval stands before them and they are in no journal, so use a NetBox made for
tests. The exit code is 1 if a check failed, and if no plugin takes part.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return s.contract(command, args, options) },
	})
	flags := command.Flags()
	flags.StringVar(&options.format, "format", "text", "The `FORMAT` of the report: text, json, junit or html")
	flags.StringSliceVar(&options.plugins, "plugin", nil, "Only these `PLUGINS`, with commas between them")
	flags.StringVar(&options.weakFile, "weak-token-file", "", "A `FILE` with the token of somebody who may call no tool")
	flags.BoolVar(&options.writes, "allow-writes", false, "Also call the tools that write, with made-up arguments, past gate, approval and journal")
	completes(command, "format", "text", "json", "junit", "html")
	return command
}

func (s *session) contract(command *cobra.Command, args []string, options contractOptions) error {
	write, err := s.contractWriter(command, options.format)
	if err != nil {
		return err
	}
	weak, err := weakToken(command, options.weakFile)
	if err != nil {
		return err
	}
	if len(args) > 0 {
		if err := command.Flags().Set("url", args[0]); err != nil {
			return &ended{exitUsage, err}
		}
	}
	settings, err := s.settings(command)
	if err != nil {
		return err
	}
	tester, cleanup, err := newTester(settings, s.Err)
	if err != nil {
		return &ended{exitUsage, err}
	}
	defer cleanup()
	result := tester.Run(command.Context(), contract.Options{Plugins: options.plugins, Weak: weak, Writes: options.writes})
	if err := write(result); err != nil {
		return err
	}
	if result.Failed() {
		return end(exitFound)
	}
	return nil
}

// contractWriter chooses the form of the report.
func (s *session) contractWriter(command *cobra.Command, format string) (func(diagnosis.Checklist) error, error) {
	format, err := s.formatOf(command, format)
	if err != nil {
		return nil, err
	}
	switch format {
	case "text":
		return func(r diagnosis.Checklist) error { return s.style().Contract(s.Out, r) }, nil
	case "json":
		return func(r diagnosis.Checklist) error { return report.ContractJSON(s.Out, r) }, nil
	case "junit":
		return func(r diagnosis.Checklist) error { return report.ContractJUnit(s.Out, r) }, nil
	case "html":
		return func(r diagnosis.Checklist) error { return report.ContractHTML(s.Out, r) }, nil
	default:
		return nil, wrongUse("--format: expected text, json, junit or html")
	}
}

// weakToken reads a token from a file; no flag is no token.
func weakToken(command *cobra.Command, file string) (domain.Secret, error) {
	const flag = "weak-token-file"
	if !command.Flags().Changed(flag) {
		return domain.Secret{}, nil
	}
	token, err := config.ReadToken(config.Disk, flag, file)
	if err != nil {
		return domain.Secret{}, &ended{exitUsage, err}
	}
	return token, nil
}
