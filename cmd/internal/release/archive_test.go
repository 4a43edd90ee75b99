package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// entry is what an archive says of a file.
type entry struct {
	name    string
	mode    fs.FileMode
	content string
	date    time.Time
}

func TestArchivesDependOnTheirFilesAlone(t *testing.T) {
	files := []file{{"b/program", modeProgram, []byte("run")}, {"a/text", modeText, []byte("read")}}
	reversed := slices.Clone(files)
	slices.Reverse(reversed)
	date := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	want := []entry{{"a/text", 0o644, "read", date}, {"b/program", 0o755, "run", date}}
	for name, form := range map[string]struct {
		write func(io.Writer, []file, time.Time) error
		read  func(*testing.T, []byte) []entry
	}{
		"tar.gz": {writeTarGz, readTarGz},
		"zip":    {writeZip, readZip},
	} {
		t.Run(name, func(t *testing.T) {
			var one, another bytes.Buffer
			if err := errors.Join(form.write(&one, files, date), form.write(&another, reversed, date)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(one.Bytes(), another.Bytes()) {
				t.Error("the same files make other bytes")
			}
			if got := form.read(t, one.Bytes()); !slices.Equal(got, want) {
				t.Errorf("it holds %+v", got)
			}
		})
	}
}

func readTarGz(t *testing.T, content []byte) (found []entry) {
	t.Helper()
	plain, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if !plain.ModTime.IsZero() || plain.Name != "" {
		t.Errorf("the gzip header tells %q of %v", plain.Name, plain.ModTime)
	}
	for archive := tar.NewReader(plain); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		if header.Uid != 0 || header.Gid != 0 || header.Uname != "" {
			t.Errorf("%s belongs to somebody", header.Name)
		}
		found = append(found, entry{header.Name, fs.FileMode(header.Mode), string(text), header.ModTime.UTC()})
	}
}

func readZip(t *testing.T, content []byte) (found []entry) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		text, err := fs.ReadFile(archive, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, entry{f.Name, f.Mode(), string(text), f.Modified.UTC()})
	}
	return found
}

func TestChecksumsAreOfThePublishedFiles(t *testing.T) {
	r := release{out: t.TempDir()}
	for name, text := range map[string]string{"b.zip": "", "a.mcpb": "abc", "checksums.txt": "of last time", "binaries/x": "not published"} {
		if err := create(filepath.Join(r.out, name), func(out *os.File) error { _, err := out.WriteString(text); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.checksums(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(r.out, "checksums.txt"))
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.mcpb\n" +
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b.zip\n"
	if err != nil || string(got) != want {
		t.Errorf("checksums.txt is %q (%v)", got, err)
	}
}

func TestAModuleWithoutALicenceIsNotPassedOn(t *testing.T) {
	folder := t.TempDir()
	var text bytes.Buffer
	if err := writeLicences(&text, "example.com/a", folder); err == nil {
		t.Error("nothing was missed")
	}
	if err := os.WriteFile(filepath.Join(folder, "LICENSE.md"), []byte("You may.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeLicences(&text, "example.com/a", folder); err != nil || text.String() != "\n==== example.com/a: LICENSE.md\n\nYou may.\n" {
		t.Errorf("wrote %q, %v", &text, err)
	}
}
