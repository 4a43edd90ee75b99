package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/adapters/terminal"
	"mcpbridge/app"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/assignment"
	"mcpbridge/domain/fault"
)

// callOptions are the flags of a call.
type callOptions struct {
	json    string
	file    string
	headers []string
	dryRun  bool
	yes     bool
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
	flags.StringVar(&options.json, "args-json", "", "The arguments as a `JSON` object")
	flags.StringVar(&options.file, "args-file", "", "A `FILE` with the arguments as a JSON object; - is standard input")
	flags.StringArrayVar(&options.headers, "header", nil, "A further header of the request, as `'NAME: VALUE'`")
	flags.String("acknowledge-unknown", "", "Repeat a write that ended as unknown, by its journal `ID`")
	flags.BoolVar(&options.dryRun, "dry-run", false, "Check the call and show what would be sent, but send nothing")
	flags.BoolVar(&options.yes, "yes", false, "Agree to a write beforehand")
	excludes(command, "args-json", "args-file")
	return command
}

func (s *session) call(command *cobra.Command, tool string, assignments []string, options callOptions) error {
	plugin, name, err := toolName(tool)
	if err != nil {
		return err
	}
	request := app.CallRequest{Access: domain.Access{Principal: app.Principal(command.Context())}, Plugin: plugin, Tool: name, Headers: options.headers, DryRun: options.dryRun}
	if request.Acknowledge, err = entryID(command, "acknowledge-unknown"); err != nil {
		return err
	}
	if options.json == "" && command.Flags().Changed("args-json") {
		return wrongUse("--args-json: expected a JSON object; {} are no arguments")
	}
	if err := s.readArguments(command.Context(), &request, assignments, options); err != nil {
		return err
	}
	settings, err := s.settings(command)
	if err != nil {
		return err
	}
	caller, cleanup, err := newCaller(command.Context(), settings, s.Err, s.Console, terminal.Yes(options.yes))
	if _, isFault := errors.AsType[*fault.Fault](err); isFault { // of the journal
		return s.fail(err)
	}
	if err != nil && command.Context().Err() != nil { // while the journal was opened
		return err
	}
	if err != nil {
		return &ended{exitUsage, err}
	}
	defer cleanup()
	return s.showResult(caller.Call(command.Context(), request))
}

// readArguments takes the arguments from one of three places.
func (s *session) readArguments(ctx context.Context, request *app.CallRequest, assignments []string, options callOptions) (err error) {
	switch {
	case len(assignments) > 0 && (options.json != "" || options.file != ""):
		return wrongUse("expected the arguments in one place: NAME=VALUE, --args-json or --args-file")
	case options.json != "":
		request.Arguments = []byte(options.json)
	case options.file != "":
		request.Arguments, err = s.readFile(ctx, options.file)
		if err == nil && len(bytes.TrimSpace(request.Arguments)) == 0 { // as where the program before a pipe failed
			err = wrongUse("--args-file: there is nothing in it; {} are no arguments")
		}
	case len(assignments) > 0:
		if request.Typed, err = assignment.Parse(assignments); err != nil {
			return wrongUse("%w", err)
		}
	}
	return err
}

func (s *session) showResult(result domain.Result) error {
	var err error
	switch {
	case s.asJSON:
		err = report.JSON(s.Out, answer.OfResult(result))
	case result.Fault != nil:
		err = s.messages().Result(s.Err, s.Err, result)
	default:
		err = s.style().Result(s.Out, s.Err, result)
	}
	code := codeOf(result.Outcome)
	if err != nil { // which does not undo the call
		return &ended{max(code, exitFound), fmt.Errorf("show the result of the call, which is %s: %w", result.Outcome, err)}
	}
	return end(code)
}
