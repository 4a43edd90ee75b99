package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/report"
	"mcpbridge/app/authors"
)

func newScaffold(s *session) *cobra.Command {
	var directory string
	command := &cobra.Command{
		Use:   "scaffold django PLUGIN",
		Short: "Make a manifest, its view, the advertisement and contract tests for a plugin",
		Long: `Make a manifest, its view, the advertisement and contract tests for a plugin.
They are printed, or written below the plugin's package with --dir; a file that
is there already is left alone.`,
		Example: "  mcp-bridge scaffold django my-plugin --dir my_plugin",
		Args:    cobra.ExactArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, before []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(before) == 0 {
				return []string{"django"}, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(command *cobra.Command, args []string) error {
			if directory == "" && command.Flags().Changed("dir") {
				return wrongUse("--dir: expected a folder")
			}
			files, err := authors.Scaffold(args[0], args[1])
			if err != nil {
				return &ended{exitUsage, err}
			}
			if directory != "" {
				return s.writeFiles(directory, files)
			}
			return s.printFiles(files)
		},
	}
	command.Flags().StringVar(&directory, "dir", "", "The `FOLDER` of the plugin's package, to write the files there")
	return command
}

func (s *session) printFiles(files []authors.File) error {
	if s.asJSON {
		shown := map[string]string{}
		for _, f := range files {
			shown[f.Path] = f.Text
		}
		return report.JSON(s.Out, shown)
	}
	for _, f := range files {
		if _, err := fmt.Fprintf(s.Out, "# %s\n\n%s\n", f.Path, f.Text); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) writeFiles(directory string, files []authors.File) error {
	written := make([]string, 0, len(files))
	for _, f := range files {
		path := filepath.Join(directory, filepath.FromSlash(f.Path))
		switch err := writeNew(path, f.Text); {
		case errors.Is(err, fs.ErrExist):
			fmt.Fprintln(s.Err, "left alone", path)
		case err != nil:
			return &ended{exitFound, fmt.Errorf("write a file of the scaffold: %w", err)}
		default:
			fmt.Fprintln(s.Err, "wrote", path)
			written = append(written, path)
		}
	}
	if s.asJSON {
		return report.JSON(s.Out, written)
	}
	return nil
}

// writeNew never overwrites what an author wrote.
func writeNew(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // source code is for everybody to read
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // source code is for everybody to read
	if err != nil {
		return err
	}
	if _, err := file.WriteString(text); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
