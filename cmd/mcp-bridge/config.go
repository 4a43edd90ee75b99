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
What the program would be given as flags of its own counts as not given here.`,
		Example: "  mcp-bridge config show --program mcp-bridge-http",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			settings, err := s.settingsOfProgram(program, command.Flags())
			if err != nil {
				return err
			}
			shown := make([]report.Setting, len(settings.Sources))
			for i, source := range settings.Sources {
				shown[i] = report.Setting{Name: source.Setting, Value: source.Value, From: source.From}
			}
			if s.asJSON {
				return report.JSON(s.Out, shown)
			}
			return s.style().Settings(s.Out, shown)
		},
	})
	show.Flags().StringVar(&program, "program", config.CLI.String(), "Whose settings: those of the `PROGRAM` mcp-bridge, mcp-bridge-stdio or mcp-bridge-http")
	completes(show, "program", config.CLI.String(), config.Stdio.String(), config.HTTP.String())
	parent := group(&cobra.Command{Use: "config", Short: "Look at the settings"})
	parent.AddCommand(show)
	return parent
}

// settingsOfProgram reads the settings of a program of that name, with the flags
// that it shares with this one.
func (s *session) settingsOfProgram(name string, given *pflag.FlagSet) (config.Settings, error) {
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
		return s.settingsOf(program, flags)
	}
	if name != config.CLI.String() {
		return config.Settings{}, wrongUse("--program: expected %s, %s or %s", config.CLI, config.Stdio, config.HTTP)
	}
	return s.settingsOf(config.CLI, given)
}
