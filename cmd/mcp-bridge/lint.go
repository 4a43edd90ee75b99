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
for; the configured token goes along only if the URL is below NETBOX_URL. If it is
the API root or the manifest of a plugin, it also tells whose document and which of
the two it is, and that an advertisement may lead to this server alone or to one of
NETBOX_TRUSTED_ORIGINS.`,
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
	excludes(command, "advertisement", "manifest")
	return command
}

func (s *session) lint(command *cobra.Command, names []string, options lintOptions) error {
	write, err := s.reviewWriter(command, options.format)
	if err != nil {
		return err
	}
	subjects, err := s.subjects(command, names, options)
	if err != nil {
		return err
	}
	reviews := make([]authors.Review, len(subjects))
	code := exitOK
	for i, subject := range subjects {
		if options.fix {
			if subject, err = s.fix(subject); err != nil {
				return err
			}
		}
		reviews[i] = subject.Lint(subject.Document)
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
func (s *session) reviewWriter(command *cobra.Command, format string) (func([]authors.Review) error, error) {
	format, err := s.formatOf(command, format)
	if err != nil {
		return nil, err
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

// subject is a document with the linter that knows where its links may lead.
type subject struct {
	authors.Document
	authors.Linter
}

// subjects reads all documents before one of them is changed, so that a name that
// is wrong leaves everything as it was.
func (s *session) subjects(command *cobra.Command, names []string, options lintOptions) ([]subject, error) {
	subjects := make([]subject, len(names))
	for i, name := range names {
		if options.fix && (name == standardInput || isURL(name)) {
			return nil, wrongUse("--fix mends files only")
		}
		var err error
		if subjects[i], err = s.subject(command, name, options); err != nil {
			return nil, err
		}
	}
	return subjects, nil
}

func (s *session) subject(command *cobra.Command, name string, options lintOptions) (subject, error) {
	read := subject{authors.Document{Name: name, Plugin: options.plugin}, authors.NewLinter(netbox.CheckAdvertisedLink)}
	switch {
	case options.advertisement:
		read.Kind = authors.Advertisement
	case options.manifest:
		read.Kind = authors.Manifest
	}
	if isURL(name) {
		return s.servedSubject(command, read)
	}
	if name == standardInput {
		read.Name = "stdin"
	}
	var err error
	read.Text, err = s.readFile(command.Context(), name)
	return read, err
}

// servedSubject reads a document from its URL, which tells more of it if it is
// where a plugin has its root or its manifest: the bridge would take it for
// nothing else (contract section 3).
func (s *session) servedSubject(command *cobra.Command, read subject) (subject, error) {
	document, err := s.fetch(command, read.Name)
	if err != nil {
		return read, err
	}
	read.Text = document.text
	plugin, isManifest := netbox.ServedBy(document.path)
	switch {
	case plugin == "":
		return read, nil
	case read.Plugin != "" && read.Plugin != plugin:
		return read, wrongUse("--plugin: expected the plugin of the URL, which is %s", plugin)
	}
	read.Plugin, read.Linter = plugin, authors.NewLinter(document.base.CheckManifestLink)
	switch {
	case read.Kind != "":
	case isManifest:
		read.Kind = authors.Manifest
	default:
		read.Kind = authors.Advertisement
	}
	return read, nil
}

// fix mends a file in its place.
func (s *session) fix(mended subject) (subject, error) {
	fixed, count := mended.Fix(mended.Document)
	if count == 0 {
		return mended, nil
	}
	mended.Text = fixed
	info, err := os.Stat(mended.Name)
	if err != nil {
		return mended, fmt.Errorf("look at the file: %w", err)
	}
	if err := os.WriteFile(mended.Name, fixed, info.Mode().Perm()); err != nil {
		return mended, fmt.Errorf("write the mended file: %w", err)
	}
	fmt.Fprintf(s.Err, "%s: %d mended\n", mended.Name, count)
	return mended, nil
}
