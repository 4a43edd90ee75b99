package tokenfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const digest = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

// adding is the edit that adds a caller.
func adding(name string) func(access.TokenFile) (access.TokenFile, error) {
	return func(file access.TokenFile) (access.TokenFile, error) {
		return file.Add(access.NamedDigest{Name: name, Digest: access.DigestOf(domain.NewSecret("abc"))})
	}
}

// inFolder is a file of that text and mode in a folder of its own.
func inFolder(t *testing.T, text string, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// expect demands that a file has a text and a mode, and nothing is beside it.
func expect(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("the file holds %q, want %q: %v", got, text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
		t.Errorf("the mode is %v, want %v: %v", info.Mode(), mode, err)
	}
	if beside, err := os.ReadDir(filepath.Dir(path)); err != nil || len(beside) != 1 {
		t.Errorf("beside the file: %v, %v", beside, err)
	}
}

func TestANewFileIsForItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	if err := Change(t.Context(), path, adding("alice")); err != nil {
		t.Fatal(err)
	}
	expect(t, path, "alice "+digest+"\n", 0o600)
	if file, err := Read(path); err != nil || file.Count("alice") != 1 {
		t.Errorf("read as %q, %v", file.Text(), err)
	}
}

func TestAChangedFileKeepsItsMode(t *testing.T) {
	for _, mode := range []fs.FileMode{0o400, 0o600, 0o640, 0o644} {
		path := inFolder(t, "# people\r\n", mode)
		if err := Change(t.Context(), path, adding("alice")); err != nil {
			t.Fatal(err)
		}
		expect(t, path, "# people\r\nalice "+digest+"\n", mode)
	}
}

// Whoever has the old file open goes on to read it whole.
func TestAChangeMakesAnotherFile(t *testing.T) {
	path := inFolder(t, "alice "+digest+"\n", 0o600)
	old, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if err := Change(t.Context(), path, adding("bob")); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 1000)
	if n, _ := old.Read(text); string(text[:n]) != "alice "+digest+"\n" {
		t.Errorf("the old file holds %q", text[:n])
	}
}

func TestALinkStaysOne(t *testing.T) {
	path := inFolder(t, "", 0o600)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := Change(t.Context(), link, adding("alice")); err != nil {
		t.Fatal(err)
	}
	expect(t, path, "alice "+digest+"\n", 0o600)
	if target, err := os.Readlink(link); err != nil || target != path {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}

func TestAChangeThatFailsLeavesAllAsItWas(t *testing.T) {
	errEdit := errors.New("no")
	fails := func(access.TokenFile) (access.TokenFile, error) { return access.TokenFile{}, errEdit }
	for name, test := range map[string]struct {
		text string
		edit func(access.TokenFile) (access.TokenFile, error)
		want error
	}{
		"the edit":       {"alice " + digest + "\n", fails, errEdit},
		"a broken file":  {"alice s3cr3t\n", adding("bob"), ErrUnreadable},
		"a file too big": {strings.Repeat("#", access.MaxTokenFileBytes+1), adding("bob"), ErrUnreadable},
	} {
		path := inFolder(t, test.text, 0o600)
		if err := Change(t.Context(), path, test.edit); !errors.Is(err, test.want) || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: %v", name, err)
		}
		expect(t, path, test.text, 0o600)
	}
}

func TestOnlyARegularFileIsReadOrReplaced(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tokens")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(folder); !errors.Is(err, errIrregular) {
		t.Errorf("a folder: %v", err)
	}
	if err := Change(t.Context(), folder, adding("alice")); !errors.Is(err, ErrUnreadable) || !errors.Is(err, errIrregular) {
		t.Errorf("a folder is changed: %v", err)
	}
	nothing := filepath.Join(t.TempDir(), "nothing")
	if _, err := Read(nothing); !errors.Is(err, ErrUnreadable) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	if err := Change(t.Context(), filepath.Join(nothing, "tokens"), adding("alice")); err == nil {
		t.Error("a file was made in a folder that is not there")
	}
}

func TestChangesAtOnceAreAllKept(t *testing.T) {
	path := inFolder(t, "", 0o600)
	var changes sync.WaitGroup
	for i := range 20 {
		changes.Go(func() {
			if err := Change(t.Context(), path, adding(fmt.Sprintf("caller-%d", i))); err != nil {
				t.Error(err)
			}
		})
	}
	changes.Wait()
	file, err := Read(path)
	if err != nil || len(file.Entries()) != 20 {
		t.Errorf("%d callers are left of 20: %v", len(file.Entries()), err)
	}
}

// A change that was cut off left its lock behind; to remove it is a person's
// decision.
func TestALockThatStaysIsNotWaitedForForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := inFolder(t, "", 0o600)
		if err := os.WriteFile(path+".lock", []byte("half of a li"), 0o600); err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		err := Change(t.Context(), path, adding("alice"))
		if err == nil || !strings.Contains(err.Error(), path+".lock") || time.Since(started) != patience {
			t.Errorf("%v after %s", err, time.Since(started))
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := Change(ended, path, adding("alice")); err == nil || time.Since(started) != patience {
			t.Errorf("told to stop: %v after %s", err, time.Since(started))
		}
		if lock, err := os.ReadFile(path + ".lock"); err != nil || string(lock) != "half of a li" {
			t.Errorf("the lock of somebody else holds %q, %v", lock, err)
		}
	})
}
