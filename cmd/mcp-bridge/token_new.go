package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/adapters/sharedtoken"
	"mcpbridge/adapters/tokenfile"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

func newTokenNew(s *session, file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "new NAME",
		Short: "Make a token, print it once, and add its digest to the file",
		Long: `Make a token, print it once, and add its digest to the file, which is made if it
is not there. NAME is how logs and the journal call whoever has the token. A name
may have several tokens, so that a new one can be handed out before the old one is
revoked.`,
		Example: "  (umask 077; mcp-bridge token new alice --file /etc/mcp-bridge/tokens > alice.token)",
		Args:    cobra.ExactArgs(1),
		RunE:    func(command *cobra.Command, args []string) error { return s.newToken(command, *file, args[0]) },
	}
}

// newToken prints the token after the file has it: a token that nobody saw does
// no harm there, and one that is not there would be of no use.
func (s *session) newToken(command *cobra.Command, flag, name string) error {
	path, err := s.tokensFile(flag)
	if err != nil {
		return err
	}
	if !access.IsTokenName(name) {
		return wrongUse("expected a name of 1 to %d visible ASCII characters that does not start with # and is not %s", access.MaxPrincipalChars, access.SharedPrincipal)
	}
	token := sharedtoken.Generate()
	made := access.NamedDigest{Name: name, Digest: access.DigestOf(token)}
	others := 0
	err = tokenfile.Change(command.Context(), path, func(file access.TokenFile) (access.TokenFile, error) {
		others = file.Count(name)
		return file.Add(made)
	})
	if err != nil {
		return tokenFailure(err)
	}
	if err := s.showNewToken(made, token); err != nil {
		return &ended{exitFound, fmt.Errorf("print the token, which is lost now; revoke it with --id %s: %w", made.Digest.ID(), err)}
	}
	fmt.Fprintf(s.Err, "This token of %s is shown only now; its id is %s.\n", name, made.Digest.ID())
	if others > 0 {
		fmt.Fprintf(s.Err, "%s has %d tokens now; revoke those that are replaced by their ids.\n", name, others+1)
	}
	s.remindOfHangup()
	return nil
}

func (s *session) showNewToken(made access.NamedDigest, token domain.Secret) error {
	if s.asJSON {
		return report.JSON(s.Out, map[string]string{"name": made.Name, "id": made.Digest.ID(), "token": token.Reveal()})
	}
	_, err := fmt.Fprintln(s.Out, token.Reveal())
	return err
}
