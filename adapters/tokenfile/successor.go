package tokenfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// patience is how long a change waits for another to end, and pause is how often
// it looks.
const (
	patience = 5 * time.Second
	pause    = 20 * time.Millisecond
)

// successor is the file that will take the place of the one at path. While it
// is there, beside it and under a name that is always the same, nobody else can
// make one: so it is the lock as well.
type successor struct {
	path string
	file *os.File
	done bool // it has taken the place
}

// claim makes the successor, and waits while somebody else has one.
func claim(ctx context.Context, path string) (*successor, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name := path + ".lock"
	for {
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // which file is the operator's to say
		if err == nil {
			return &successor{path: path, file: file}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("write beside the file of tokens: %w", err)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, fmt.Errorf("another change of the tokens is under way; if none is, one was cut off: then remove %s", name)
		}
	}
}

// fill writes the text to the disk. Who could read the file before, such as a
// service that runs as another user, can read it after; if there was none before,
// only its owner can.
func (s *successor) fill(text string, before fs.FileInfo) error {
	if _, err := s.file.WriteString(text); err != nil {
		return err
	}
	if before != nil {
		if err := keepOwner(s.file, before); err != nil {
			return err
		}
		if err := s.file.Chmod(before.Mode().Perm()); err != nil {
			return err
		}
	}
	return s.file.Sync()
}

// publish puts the successor in its place.
func (s *successor) publish() error {
	if err := s.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(s.file.Name(), s.path); err != nil {
		return err
	}
	s.done = true
	return syncFolder(filepath.Dir(s.path))
}

// abandon removes what did not take the place.
func (s *successor) abandon() {
	if s.done {
		return // somebody else may have a successor of that name by now
	}
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}
