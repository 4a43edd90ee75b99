//go:build unix

package tokenfile

import (
	"os"
	"syscall"
	"testing"
)

// A service reads the file as its owner or by its group; root, who changes it,
// must not lock it out. Others than root can only change what is theirs.
func TestAChangedFileKeepsItsOwnerAndItsGroup(t *testing.T) {
	path := inFolder(t, "", 0o640)
	owner, group := os.Getuid(), os.Getgid()
	if owner == 0 {
		owner, group = 65532, 65533
	}
	if err := os.Chown(path, owner, group); err != nil {
		t.Fatal(err)
	}
	if err := Change(t.Context(), path, adding("alice")); err != nil {
		t.Fatal(err)
	}
	expect(t, path, "alice "+digest+"\n", 0o640)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if is := info.Sys().(*syscall.Stat_t); int(is.Uid) != owner || int(is.Gid) != group {
		t.Errorf("it belongs to %d:%d, want %d:%d", is.Uid, is.Gid, owner, group)
	}
}
