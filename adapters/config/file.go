package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxFileBytes is the largest file that a setting may name.
const maxFileBytes = 1 << 20

// Open opens a file by the name that the operator gave it.
type Open func(name string) (fs.File, error)

// Disk is the [Open] of the operating system.
func Disk(name string) (fs.File, error) {
	return os.Open(name) //nolint:gosec // which file is the operator's to say
}

// read returns a whole file and its mode. Its error says why it cannot be
// read, without the name: a credential may stand in its place.
func (open Open) read(name string) ([]byte, fs.FileMode, error) {
	f, err := open(name)
	if err != nil {
		return nil, 0, fileError(err)
	}
	defer func() { _ = f.Close() }() // nothing was written that could be lost
	info, err := f.Stat()
	if err != nil {
		return nil, 0, fileError(err)
	}
	if info.IsDir() {
		return nil, 0, errors.New("it is a directory")
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, 0, fileError(err)
	}
	if len(data) > maxFileBytes {
		return nil, 0, errors.New("the file is larger than 1 MiB")
	}
	return data, info.Mode(), nil
}

// about says which file a reason is about, if the setting names one.
func (open Open) about(g given, reason error) error {
	switch {
	case !g.namesFile() || !open.isPlace(g.text, reason):
		return reason
	case errors.Is(reason, errForm):
		return fmt.Errorf("%q holds something else", g.text)
	default:
		return fmt.Errorf("%q: %w", g.text, reason)
	}
}

// isPlace reports whether a name that led to that reason is one of a file, and
// may be shown. One that leads nowhere may be a credential in the wrong place, or
// else there is at least the folder below the root.
func (open Open) isPlace(name string, reason error) bool {
	folder := filepath.Dir(name)
	switch {
	case errors.Is(reason, errFile):
		return false
	case !errors.Is(reason, errNoFile):
		return true
	case folder == "." || folder == filepath.Dir(folder):
		return false
	}
	f, err := open(folder)
	if err != nil {
		return false
	}
	_ = f.Close() // nothing was read
	return true
}

// text is what a file holds, without the line end that editors add.
func (open Open) text(name string) (string, error) {
	data, _, err := open.read(name)
	return strings.TrimRight(string(data), "\r\n"), err
}

// The reasons why a file cannot be read that need to be told apart.
var (
	errNoFile    = errors.New("there is no such file")
	errForbidden = errors.New("the file may not be read")
	errFile      = errors.New("the file cannot be read")
)

func fileError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errNoFile
	case errors.Is(err, fs.ErrPermission):
		return errForbidden
	default:
		return errFile
	}
}
