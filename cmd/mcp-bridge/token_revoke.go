package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/adapters/tokenfile"
	"mcpbridge/domain/access"
)

func newTokenRevoke(s *session, file *string) *cobra.Command {
	var id string
	command := &cobra.Command{
		Use:   "revoke NAME",
		Short: "Take all tokens of a name out of the file, or one of them",
		Long: `Take all tokens of a name out of the file, or one of them. Whoever is left without
a token is a stranger once the service has read the file anew. If the last one of
all was revoked, nobody is let in, and the service does not start again until there
is another.`,
		Example: "  mcp-bridge token revoke alice --id ba7816bf --file /etc/mcp-bridge/tokens",
		Args:    cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			// An empty id would revoke more than a script with an unset variable meant.
			if command.Flags().Changed("id") && !access.IsDigestID(id) {
				return wrongUse("--id: expected 8 hexadecimal digits, as token list shows them")
			}
			return s.revokeToken(command, *file, args[0], id)
		},
	}
	command.Flags().StringVar(&id, "id", "", "Only the token with this id")
	return command
}

func (s *session) revokeToken(command *cobra.Command, flag, name, id string) error {
	path, err := s.tokensFile(flag)
	if err != nil {
		return err
	}
	var revoked, left int
	err = tokenfile.Change(command.Context(), path, func(file access.TokenFile) (access.TokenFile, error) {
		without, err := file.Revoke(name, id)
		left = len(without.Entries())
		revoked = len(file.Entries()) - left
		return without, err
	})
	if err != nil {
		return tokenFailure(err)
	}
	if err := s.showRevoked(revoked, left); err != nil {
		return err
	}
	if left == 0 {
		fmt.Fprintln(s.Err, "No token is left in the file.")
	}
	s.remindOfHangup()
	return nil
}

func (s *session) showRevoked(revoked, left int) error {
	if s.asJSON {
		return report.JSON(s.Out, map[string]int{"revoked": revoked, "left": left})
	}
	_, err := fmt.Fprintf(s.Out, "%d revoked, %d left\n", revoked, left)
	return err
}
