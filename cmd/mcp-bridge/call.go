package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/adapters/terminal"
	"mcpbridge/app"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/assignment"
)

// callOptions are the flags of a call.
type callOptions struct {
	json        string
	file        string
	headers     []string
	acknowledge string
	dryRun      bool
	yes         bool
}

func newCall(s *session) *cobra.Command {
	var options callOptions
	command := reaches(&cobra.Command{
		Use:   "call PLUGIN.TOOL [NAME=VALUE | NAME:=JSON]...",
		Short: "Call a tool; a write asks first, and needs --allow-mutations",
		Example: `  mcp-bridge call ip_ledger.find_prefix site=ams1 --demo
  mcp-bridge call ip_ledger.reserve_prefix prefix=10.1.0.0/24 site=ams1 --demo --dry-run`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return s.call(command, args[0], args[1:], options) },
	})
	flags := command.Flags()
	flags.StringVar(&options.json, "args-json", "", "The arguments as a JSON object")
	flags.StringVar(&options.file, "args-file", "", "A file with the arguments as a JSON object; - is standard input")
	flags.StringArrayVar(&options.headers, "header", nil, "A further header of the request, as 'Name: value'")
	flags.StringVar(&options.acknowledge, "acknowledge-unknown", "", "Repeat a write that ended as unknown, by its journal id")
	flags.BoolVar(&options.dryRun, "dry-run", false, "Check the call and show what would be sent, but send nothing")
	flags.BoolVar(&options.yes, "yes", false, "Agree to a write beforehand")
	command.MarkFlagsMutuallyExclusive("args-json", "args-file")
	return command
}

func (s *session) call(command *cobra.Command, tool string, assignments []string, options callOptions) error {
	plugin, name, err := toolName(tool)
	if err != nil {
		return err
	}
	arguments, err := s.arguments(command, plugin, name, assignments, options)
	if err != nil {
		return err
	}
	settings, err := s.settings(command)
	if err != nil {
		return err
	}
	caller, cleanup, err := newCaller(settings, s.Err, s.Console, terminal.Yes(options.yes))
	if err != nil {
		return &ended{exitUsage, err}
	}
	defer cleanup()
	return s.showResult(caller.Call(command.Context(), app.CallRequest{
		Access: domain.Access{Principal: app.Principal(command.Context())}, Plugin: plugin, Tool: name, Arguments: arguments, Headers: options.headers, DryRun: options.dryRun, Acknowledge: options.acknowledge,
	}))
}

// arguments come from one of three places. Those typed as name=value need the
// tool's inputSchema to be read by.
func (s *session) arguments(command *cobra.Command, plugin, name string, assignments []string, options callOptions) ([]byte, error) {
	switch {
	case len(assignments) > 0 && (options.json != "" || options.file != ""):
		return nil, wrongUse("expected the arguments in one place: NAME=VALUE, --args-json or --args-file")
	case options.json != "":
		return []byte(options.json), nil
	case options.file != "":
		return s.readInput(options.file)
	case len(assignments) == 0:
		return nil, nil
	}
	tool, err := s.find(command, plugin, name)
	if err != nil {
		return nil, err
	}
	arguments, err := assignment.Parse(tool.Input, assignments)
	if err != nil {
		return nil, &ended{exitUsage, err}
	}
	return arguments, nil
}

// maxInput bounds what is read of a file, beyond every limit of the contract.
const maxInput = 4 << 20

// readInput reads a file, or standard input if its name is "-".
func (s *session) readInput(name string) ([]byte, error) {
	in := s.In
	if name != "-" {
		file, err := os.Open(name) //nolint:gosec // which file is the user's to say
		if err != nil {
			return nil, wrongUse("the file cannot be read: %w", err)
		}
		defer func() { _ = file.Close() }() // nothing was written that could be lost
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInput))
	if err != nil {
		return nil, wrongUse("the input cannot be read: %w", err)
	}
	return data, nil
}

func (s *session) showResult(result domain.Result) error {
	var err error
	switch {
	case s.asJSON:
		err = report.JSON(s.Out, answer.OfResult(result))
	case result.Fault != nil:
		err = s.style().Result(s.Err, s.Err, result)
	default:
		err = s.style().Result(s.Out, s.Err, result)
	}
	if err != nil {
		return err
	}
	return end(codeOf(result.Outcome))
}
