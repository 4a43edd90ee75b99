// Package tokenfile keeps a file of named tokens on the disk: a change is there
// as a whole or not at all, and of two at once the second waits.
package tokenfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"mcpbridge/domain/access"
)

// ErrUnreadable tells that a file cannot be read, or does not keep the rules.
var ErrUnreadable = errors.New("the file of tokens cannot be read")

var errIrregular = errors.New("it is not a regular file")

// Read reads the file at a path. Its error is [ErrUnreadable] with the reason,
// and with [fs.ErrNotExist] if there is none.
func Read(path string) (access.TokenFile, error) {
	file, _, err := read(path)
	return file, err
}

// Change replaces the file at a path by what edit makes of it. A file that is
// not there is an empty one to edit; its error ends the change and is returned
// as it is. Another change is waited for, until ctx ends or patience does.
func Change(ctx context.Context, path string, edit func(access.TokenFile) (access.TokenFile, error)) error {
	path = resolved(path)
	next, err := claim(ctx, path)
	if err != nil {
		return err
	}
	defer next.abandon()
	file, info, err := read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if file, err = edit(file); err != nil {
		return err
	}
	if err := next.fill(file.Text(), info); err != nil {
		return fmt.Errorf("write the file of tokens: %w", err)
	}
	if err := next.publish(); err != nil {
		return fmt.Errorf("replace the file of tokens: %w", err)
	}
	return nil
}

// resolved is the file that a link leads to, so that the link stays one.
func resolved(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

// read reads at most what a file may hold. A device or a pipe is not opened:
// it might never end, and a change would put a file in its place.
func read(path string) (access.TokenFile, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errIrregular
	}
	if err != nil {
		return access.TokenFile{}, nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	text, err := readText(path)
	if err != nil {
		return access.TokenFile{}, nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	file, err := access.ParseTokenFile(text)
	if err != nil {
		return access.TokenFile{}, nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return file, info, nil
}

func readText(path string) (string, error) {
	file, err := os.Open(path) //nolint:gosec // which file is the operator's to say
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // nothing was written that could be lost
	text, err := io.ReadAll(io.LimitReader(file, access.MaxTokenFileBytes+1))
	return string(text), err
}
