package main

import (
	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/adapters/tokenfile"
)

func newTokenList(s *session, file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the tokens: whose they are, their ids, and the kinds of their digests",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			path, err := s.tokensFile(*file)
			if err != nil {
				return err
			}
			tokens, err := tokenfile.Read(path)
			if err != nil {
				return tokenFailure(err)
			}
			shown := shownTokens(tokens.Entries())
			if s.asJSON {
				return report.TokensJSON(s.Out, shown)
			}
			return s.style().Tokens(s.Out, shown)
		},
	}
}
