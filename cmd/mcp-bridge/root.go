package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return int(exitOK)
	}
	if _, ours := errors.AsType[*ended](err); !ours { // cobra's own errors are about the command line
		err = wrongUse("%w", err)
	}
	err = withHelp(err, command.CommandPath())
	if !errors.Is(err, errSaid) {
		bridge.Tell(s.Err, config.CLI, err)
	}
	if e, ok := errors.AsType[*ended](err); ok {
		return int(e.code)
	}
	return int(exitUsage)
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
	root.SetVersionTemplate(bridge.Versions(config.CLI.String()))
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetIn(s.In)
	root.SetFlagErrorFunc(flagError)
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
		return unknownCommand(command, args[0])
	}
	return command.Help()
}

// unknownCommand is the error where a command holds none of that name.
func unknownCommand(parent *cobra.Command, name string) error {
	var known []string
	for _, child := range parent.Commands() {
		if child.IsAvailableCommand() {
			known = append(known, child.Name())
		}
	}
	said := fmt.Errorf("there is no command %s%s", fault.ShownName(name), config.Meant(config.Near(name, known)))
	return &ended{exitUsage, &misuse{said, parent.CommandPath()}}
}

// flagError tells what is wrong with a flag. Where a command that holds others was
// found, the flag may be right, but not the command: one that is none comes before
// it, or the command comes after it.
func flagError(command *cobra.Command, err error) error {
	if !command.HasSubCommands() {
		return wrongUse("%w", config.FlagError(err, command.Flags()))
	}
	if typed := command.Flags().Args(); len(typed) > 0 {
		return unknownCommand(command, typed[0])
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && isFlagBelow(command, unknown.GetSpecifiedName()) {
		return wrongUse("--%s comes after the command, as in %s COMMAND --%[1]s", unknown.GetSpecifiedName(), command.CommandPath())
	}
	return wrongUse("%w", config.FlagError(err, command.Flags()))
}

// isFlagBelow reports whether a command that this one holds has the flag.
func isFlagBelow(command *cobra.Command, name string) bool {
	return slices.ContainsFunc(command.Commands(), func(child *cobra.Command) bool {
		return child.Flags().Lookup(name) != nil || isFlagBelow(child, name)
	})
}

// explained shows how the command is used instead of counting arguments, as
// cobra's own errors do, and tells an error of a command that ran, such as a disk
// that is full, from those of the command line.
func explained(command *cobra.Command) *cobra.Command {
	if does := command.RunE; does != nil {
		command.RunE = func(command *cobra.Command, args []string) error {
			err := does(command, args)
			if _, ours := errors.AsType[*ended](err); ours || err == nil {
				return err
			}
			return &ended{exitFound, err}
		}
	}
	if accepts := command.Args; accepts != nil {
		command.Args = func(command *cobra.Command, args []string) error {
			if accepts(command, args) != nil {
				return wrongUse("expected %s", command.UseLine())
			}
			return nil
		}
	}
	for _, child := range command.Commands() {
		explained(child)
	}
	return command
}

// excludes refuses one of two flags beside the other, before cobra does in its own
// words.
func excludes(command *cobra.Command, one, other string) {
	command.MarkFlagsMutuallyExclusive(one, other) // completion offers no second one
	command.PreRunE = func(command *cobra.Command, _ []string) error {
		if command.Flags().Changed(one) && command.Flags().Changed(other) {
			return wrongUse("expected only one of --%s and --%s", one, other)
		}
		return nil
	}
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
