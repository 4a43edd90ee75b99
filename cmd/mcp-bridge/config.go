package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
)

func newConfig(s *session) *cobra.Command {
	var program string
	show := reaches(&cobra.Command{
		Use:   "show",
		Short: "Show every setting and where it came from; no credential is shown",
		Long: `Show every setting of a program and where it came from; no credential is shown.
What the program would be given as flags of its own counts as not given here.

A setting that is wrong is shown with what is wrong instead of its value, and the
exit code is 2.`,
		Example: "  mcp-bridge config show --program mcp-bridge-http",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			binary, flags, err := flagsOfProgram(program, command.Flags())
			if err != nil {
				return err
			}
			settings, wrong := config.Examine(binary, flags, s.env, config.Disk)
			s.warned(settings)
			if err := s.showSettings(settings.Sources); err != nil || wrong == nil {
				return err
			}
			return end(exitUsage)
		},
	})
	show.Flags().StringVar(&program, "program", config.CLI.String(), "Whose settings: those of the `PROGRAM` mcp-bridge, mcp-bridge-stdio or mcp-bridge-http")
	completes(show, "program", config.CLI.String(), config.Stdio.String(), config.HTTP.String())
	parent := group(&cobra.Command{Use: "config", Short: "Look at the settings"})
	parent.AddCommand(show)
	return parent
}

func (s *session) showSettings(sources []config.Source) error {
	shown := make([]report.Setting, len(sources))
	for i, source := range sources {
		shown[i] = report.Setting{Name: source.Setting, Value: source.Value, From: source.From, Wrong: source.Wrong}
	}
	if s.asJSON {
		return report.JSON(s.Out, shown)
	}
	return s.style().Settings(s.Out, shown)
}

// flagsOfProgram are the program of that name and its flags, as far as they are
// among those that were given to this one.
func flagsOfProgram(name string, given *pflag.FlagSet) (config.Binary, *pflag.FlagSet, error) {
	for _, program := range []config.Binary{config.Stdio, config.HTTP} {
		if program.String() != name {
			continue
		}
		flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
		config.Register(flags, program)
		given.Visit(func(f *pflag.Flag) {
			if shared := flags.Lookup(f.Name); shared != nil {
				_ = flags.Set(f.Name, f.Value.String()) // both programs keep it as the same text
			}
		})
		return program, flags, nil
	}
	if name != config.CLI.String() {
		return 0, nil, wrongUse("--program: expected %s, %s or %s", config.CLI, config.Stdio, config.HTTP)
	}
	return config.CLI, given, nil
}
