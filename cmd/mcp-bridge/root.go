package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/adapters/terminal"
	"mcpbridge/cmd/internal/bridge"
	"mcpbridge/domain/fault"
)

// session is one run of the program: its streams, its environment and what all
// commands share.
type session struct {
	terminal.Console
	env    config.Environment
	asJSON bool // the flag --json
}

// execute runs one command line and returns how the process ends.
func execute(ctx context.Context, s *session, args []string) int {
	root := withCobras(newRoot(s), args)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return int(exitOK)
	}
	if !errors.Is(err, errSaid) {
		for line := range strings.SplitSeq(err.Error(), "\n") { // one for each setting that is wrong
			fmt.Fprintf(s.Err, "%s: %s\n", config.CLI, line)
		}
	}
	if e, ok := errors.AsType[*ended](err); ok {
		return int(e.code)
	}
	return int(exitUsage) // cobra's own errors are about the command line
}

func newRoot(s *session) *cobra.Command {
	root := &cobra.Command{
		Use:           config.CLI.String(),
		Short:         "List, call, check and test the MCP tools of NetBox plugins",
		Long:          "mcp-bridge lists and calls the tools of NetBox plugins, checks manifests, and tests a\nNetBox against the bridge contract.\n\nTry it without a NetBox: mcp-bridge tools --demo\n\n" + exitHelp(),
		Version:       bridge.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	group(root)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetIn(s.In)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &ended{exitUsage, config.FlagError(err)} })
	root.PersistentFlags().BoolVar(&s.asJSON, "json", false, "Answer in JSON")
	for _, command := range []func(*session) *cobra.Command{
		newDoctor, newTools, newShow, newCall, newLint, newDiff, newContract, newScaffold, newJournal, newToken, newSchema, newConfig, newVersion,
	} {
		root.AddCommand(explained(command(s)))
	}
	return root
}

// withCobras adds the commands that cobra brings, which would take a command that
// is none for a wish for help.
func withCobras(root *cobra.Command, args []string) *cobra.Command {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	for _, command := range root.Commands() {
		switch command.Name() {
		case "completion":
			group(command)
		case "help":
			command.RunE = func(_ *cobra.Command, names []string) error {
				found, unknown, err := root.Find(names)
				if err != nil {
					return err
				}
				return helpOnly(found, unknown)
			}
		}
	}
	return root
}

// group makes a command one that does nothing but hold others.
func group(command *cobra.Command) *cobra.Command {
	command.Args = cobra.ArbitraryArgs // so that RunE names the unknown command
	command.RunE = helpOnly
	return command
}

// helpOnly shows how a command is used, unless what follows it is none.
func helpOnly(command *cobra.Command, args []string) error {
	if len(args) > 0 {
		return wrongUse("there is no command %s; see --help", fault.ShownName(args[0]))
	}
	return command.Help()
}

// explained shows how the command is used instead of counting arguments, as
// cobra's own errors do.
func explained(command *cobra.Command) *cobra.Command {
	if accepts := command.Args; accepts != nil {
		command.Args = func(command *cobra.Command, args []string) error {
			if accepts(command, args) != nil {
				return wrongUse("expected %s; see --help", command.UseLine())
			}
			return nil
		}
	}
	for _, child := range command.Commands() {
		explained(child)
	}
	return command
}

// completes offers the values of a flag that knows them all.
func completes(command *cobra.Command, flag string, values ...string) {
	// It fails for a flag that the command does not have alone.
	_ = command.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// style is how results look.
func (s *session) style() report.Style { return report.Style{Colour: s.Colour} }

// messages is how what is said beside them looks.
func (s *session) messages() report.Style { return report.Style{Colour: s.ErrColour} }

// reaches gives a command the settings of what reaches a NetBox.
func reaches(command *cobra.Command) *cobra.Command {
	config.Register(command.Flags(), config.CLI)
	return command
}

// settings reads the settings of a command that [reaches] a NetBox.
func (s *session) settings(command *cobra.Command) (config.Settings, error) {
	return s.settingsOf(config.CLI, command.Flags())
}

func (s *session) settingsOf(program config.Binary, flags *pflag.FlagSet) (config.Settings, error) {
	settings, err := config.Resolve(program, flags, s.env, config.Disk)
	if err != nil {
		return config.Settings{}, &ended{exitUsage, err}
	}
	return s.warned(settings), nil
}

// warned says what the settings leave unprotected.
func (s *session) warned(settings config.Settings) config.Settings {
	for _, warning := range settings.Warnings {
		fmt.Fprintf(s.Err, "%s: warning: %s\n", config.CLI, warning)
	}
	return settings
}
