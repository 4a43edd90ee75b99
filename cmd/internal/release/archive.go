package main

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// file is one file of an archive.
type file struct {
	name    string // with slashes
	mode    fs.FileMode
	content []byte
}

// The modes of files in archives, whatever those on the disk are.
const (
	modeProgram fs.FileMode = 0o755
	modeText    fs.FileMode = 0o644
)

// archives packs the programs of each platform with the texts that belong to
// them, in the form that is usual there.
func (r release) archives(ctx context.Context) error {
	for _, p := range r.platforms {
		files, err := r.distribution(ctx, p)
		if err != nil {
			return err
		}
		pack, extension := writeTarGz, ".tar.gz"
		if p.os == "windows" {
			pack, extension = writeZip, ".zip"
		}
		if err := create(r.published("mcp-bridge", p, extension), func(out *os.File) error { return pack(out, files, r.date) }); err != nil {
			return err
		}
	}
	return nil
}

// distribution is what a platform's archive holds, below one folder.
func (r release) distribution(ctx context.Context, p platform) ([]file, error) {
	root := "mcp-bridge_" + r.version + "/"
	var files []file
	for _, name := range r.binaries {
		content, err := os.ReadFile(r.binary(name, p))
		if err != nil {
			return nil, err
		}
		files = append(files, file{root + p.executable(name), modeProgram, content})
	}
	texts, err := r.texts(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		files = append(files, file{root + text.name, text.mode, text.content})
	}
	return files, nil
}

// sorted is the order of files in an archive.
func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
}

// writeTarGz writes a gzipped tar archive that depends on nothing but its
// arguments: no owner, no name and no time of its own.
func writeTarGz(out io.Writer, files []file, date time.Time) error {
	compressed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range sorted(files) {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: date, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), compressed.Close())
}

// writeZip writes a zip archive that depends on nothing but its arguments.
func writeZip(out io.Writer, files []file, date time.Time) error {
	archive := zip.NewWriter(out)
	for _, f := range sorted(files) {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}
