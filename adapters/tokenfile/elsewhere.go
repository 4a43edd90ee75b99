//go:build !unix

package tokenfile

import (
	"io/fs"
	"os"
)

// keepOwner has nothing to keep: a file takes the permissions of its folder.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

// syncFolder has nothing to do: a folder cannot be flushed.
func syncFolder(string) error { return nil }
