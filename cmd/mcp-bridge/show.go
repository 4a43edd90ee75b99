package main

import (
	"strings"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/report"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
)

func newShow(s *session) *cobra.Command {
	return reaches(&cobra.Command{
		Use:   "show PLUGIN.TOOL",
		Short: "Show a tool: what it does, its arguments, and a call to copy",
		Args:  cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			plugin, name, err := toolName(args[0])
			if err != nil {
				return err
			}
			tool, err := s.find(command, plugin, name)
			if err != nil {
				return err
			}
			if s.asJSON {
				return report.JSON(s.Out, answer.OfTool(tool))
			}
			return s.style().Tool(s.Out, config.CLI.String(), config.Reaching(command.Flags()), tool)
		},
	})
}

// toolName splits a qualified name; neither half can hold a dot.
func toolName(qualified string) (plugin, name string, err error) {
	plugin, name, found := strings.Cut(qualified, ".")
	if !found || !domain.IsPluginName(plugin) || !domain.IsToolName(name) {
		return "", "", wrongUse("expected a tool as PLUGIN.TOOL, such as ip_ledger.find_prefix")
	}
	return plugin, name, nil
}

// find discovers the plugin and chooses its tool.
func (s *session) find(command *cobra.Command, plugin, name string) (domain.Tool, error) {
	catalog, err := s.catalog(command, plugin)
	if err != nil {
		return domain.Tool{}, err
	}
	tool, err := catalog.Find(plugin, name)
	if err != nil {
		return domain.Tool{}, s.fail(err)
	}
	return tool, nil
}
