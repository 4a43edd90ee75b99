package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/app/authors"
)

func newSchema(s *session) *cobra.Command {
	return &cobra.Command{
		Use:       "schema manifest|advertisement|config",
		Short:     "Print the JSON Schema of a document, for editors and validators",
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{string(authors.Manifest), string(authors.Advertisement), "config"},
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := schemaOf(args[0])
			if err != nil {
				return err
			}
			_, err = io.WriteString(s.Out, strings.TrimRight(text, "\n")+"\n")
			return err
		},
	}
}

func schemaOf(document string) (string, error) {
	if document == "config" {
		text, err := config.Schema()
		return string(text), err
	}
	return authors.Schema(authors.Kind(document))
}
