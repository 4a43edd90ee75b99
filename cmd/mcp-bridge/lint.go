package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/app/authors"
	"mcpbridge/cmd/internal/bridge"
	"mcpbridge/domain/netbox"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	format        string
	plugin        string
	advertisement bool
	manifest      bool
	fix           bool
}

func newLint(s *session) *cobra.Command {
	var options lintOptions
	command := reaches(&cobra.Command{
		Use:   "lint FILE|URL|-...",
		Short: "Check manifests and advertisements against the contract",
		Long: `Check manifests and advertisements against the contract. Whether a document is
the one or the other is found out by its members, unless a flag says it.

A file or standard input is checked without reaching anything. A URL is asked
for; the configured token goes along only if the URL is below NETBOX_URL.`,
		Example: `  mcp-bridge lint manifest.json
  mcp-bridge lint --fix manifest.json
  mcp-bridge lint --format sarif plugins/*.json > lint.sarif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return s.lint(command, args, options) },
	})
	flags := command.Flags()
	flags.StringVar(&options.format, "format", "text", "The `FORMAT` of the report: text, json, sarif or junit")
	flags.StringVar(&options.plugin, "plugin", "", "The `PLUGIN` that serves the documents")
	flags.BoolVar(&options.advertisement, "advertisement", false, "Take every document for an advertisement")
	flags.BoolVar(&options.manifest, "manifest", false, "Take every document for a manifest")
	flags.BoolVar(&options.fix, "fix", false, "First mend what is mechanical: hints, a missing slash, a missing additionalProperties")
	completes(command, "format", "text", "json", "sarif", "junit")
	command.MarkFlagsMutuallyExclusive("advertisement", "manifest")
	return command
}

func (s *session) lint(command *cobra.Command, names []string, options lintOptions) error {
	write, err := s.reviewWriter(options.format)
	if err != nil {
		return err
	}
	linter := authors.NewLinter(netbox.CheckAdvertisedLink)
	documents, err := s.documents(command, names, options)
	if err != nil {
		return err
	}
	reviews := make([]authors.Review, len(documents))
	code := exitOK
	for i, document := range documents {
		if options.fix {
			if document, err = s.fix(linter, document); err != nil {
				return err
			}
		}
		reviews[i] = linter.Lint(document)
		if len(reviews[i].Findings) > 0 {
			code = exitFound
		}
	}
	if err := write(reviews); err != nil {
		return err
	}
	return end(code)
}

// reviewWriter chooses the form of the report.
func (s *session) reviewWriter(format string) (func([]authors.Review) error, error) {
	if s.asJSON {
		format = "json"
	}
	switch format {
	case "text":
		return func(r []authors.Review) error { return s.style().Reviews(s.Out, r) }, nil
	case "json":
		return func(r []authors.Review) error { return report.ReviewsJSON(s.Out, r) }, nil
	case "sarif":
		return func(r []authors.Review) error { return report.ReviewsSARIF(s.Out, bridge.Version(), r) }, nil
	case "junit":
		return func(r []authors.Review) error { return report.ReviewsJUnit(s.Out, r) }, nil
	default:
		return nil, wrongUse("--format: expected text, json, sarif or junit")
	}
}

// documents reads all before one of them is changed, so that a name that is wrong
// leaves everything as it was.
func (s *session) documents(command *cobra.Command, names []string, options lintOptions) ([]authors.Document, error) {
	documents := make([]authors.Document, len(names))
	for i, name := range names {
		if options.fix && (name == standardInput || isURL(name)) {
			return nil, wrongUse("--fix mends files only")
		}
		var err error
		if documents[i], err = s.document(command, name, options); err != nil {
			return nil, err
		}
	}
	return documents, nil
}

func (s *session) document(command *cobra.Command, name string, options lintOptions) (authors.Document, error) {
	document := authors.Document{Name: name, Plugin: options.plugin}
	switch {
	case options.advertisement:
		document.Kind = authors.Advertisement
	case options.manifest:
		document.Kind = authors.Manifest
	}
	if name == standardInput {
		document.Name = "stdin"
	}
	var err error
	document.Text, err = s.read(command, name)
	return document, err
}

// fix mends a file in its place.
func (s *session) fix(linter authors.Linter, document authors.Document) (authors.Document, error) {
	fixed, count := linter.Fix(document)
	if count == 0 {
		return document, nil
	}
	document.Text = fixed
	info, err := os.Stat(document.Name)
	if err != nil {
		return document, fmt.Errorf("look at the file: %w", err)
	}
	if err := os.WriteFile(document.Name, fixed, info.Mode().Perm()); err != nil {
		return document, fmt.Errorf("write the mended file: %w", err)
	}
	fmt.Fprintf(s.Err, "%s: %d mended\n", document.Name, count)
	return document, nil
}
