package main

import (
	"strings"

	"github.com/spf13/cobra"

	"mcpbridge/domain"
)

// entryID reads the id of a journal entry from a flag, in either case as UUIDs are
// read (RFC 9562 section 4); it is "" where the flag was not given.
func entryID(command *cobra.Command, flag string) (string, error) {
	given := command.Flags().Lookup(flag)
	id := strings.ToLower(given.Value.String())
	if given.Changed && !domain.IsEntryID(id) {
		return "", wrongUse("--%s: expected the id of an entry, as mcp-bridge journal list shows it", flag)
	}
	return id, nil
}
