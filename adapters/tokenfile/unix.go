//go:build unix

package tokenfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another, which takes root
// unless they are the same already.
func keepOwner(file *os.File, other fs.FileInfo) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	is, known := info.Sys().(*syscall.Stat_t)
	was, wasKnown := other.Sys().(*syscall.Stat_t)
	if !known || !wasKnown || is.Uid == was.Uid && is.Gid == was.Gid {
		return nil
	}
	return file.Chown(int(was.Uid), int(was.Gid))
}

// syncFolder makes a change of a folder's names outlast a loss of power.
func syncFolder(path string) error {
	folder, err := os.Open(path) //nolint:gosec // which folder is the operator's to say
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }() // nothing was written through it
	return folder.Sync()
}
