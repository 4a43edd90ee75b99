package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/adapters/tokenfile"
	"mcpbridge/domain/access"
)

// tokensFileVariable is the service's own setting for the file.
const tokensFileVariable = "BRIDGE_AUTH_TOKENS_FILE" //nolint:gosec // it names a file of digests

func newToken(s *session) *cobra.Command {
	parent := group(&cobra.Command{
		Use:   "token",
		Short: "Make, list and revoke the tokens of those who call mcp-bridge-http",
		Long: `Make, list and revoke the tokens of those who call mcp-bridge-http --auth=shared.
Its file of tokens holds their digests only. The service reads the file anew when
it is sent SIGHUP; until then, what is changed here has no effect.`,
	})
	file := parent.PersistentFlags().String("file", "", "The file of tokens ["+tokensFileVariable+"]")
	for _, command := range []func(*session, *string) *cobra.Command{newTokenNew, newTokenList, newTokenRevoke} {
		parent.AddCommand(command(s, file))
	}
	return parent
}

// tokensFile is the file that the flag names, or the environment.
func (s *session) tokensFile(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if path, _ := s.env(tokensFileVariable); path != "" {
		return path, nil
	}
	return "", wrongUse("which file of tokens? Set --file or %s", tokensFileVariable)
}

// tokenFailure is how a command ends that could not read or change the file.
func tokenFailure(err error) error {
	if errors.Is(err, tokenfile.ErrUnreadable) {
		return &ended{exitUsage, err}
	}
	return &ended{exitFound, err}
}

// shownTokens is what may be shown of tokens.
func shownTokens(entries []access.NamedDigest) []report.Token {
	shown := make([]report.Token, len(entries))
	for i, entry := range entries {
		shown[i] = report.Token{Name: entry.Name, ID: entry.Digest.ID(), Kind: entry.Digest.Kind()}
	}
	return shown
}

// remindOfHangup says what is left to do after a change.
func (s *session) remindOfHangup() {
	fmt.Fprintln(s.Err, "Send SIGHUP to mcp-bridge-http to put this in force.")
}
