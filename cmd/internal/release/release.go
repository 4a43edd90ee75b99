package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// release is what all steps know of the release under way.
type release struct {
	version   string
	out       string // the folder to write to
	platforms []platform
	binaries  []string  // the names of the programs, sorted
	date      time.Time // of every file in an archive
}

// folder is where the programs for a platform are.
func (r release) folder(p platform) string {
	return filepath.Join(r.out, "binaries", p.os+"_"+p.arch)
}

// binary is the path of a program for a platform.
func (r release) binary(name string, p platform) string {
	return filepath.Join(r.folder(p), p.executable(name))
}

// published is the path of a published file.
func (r release) published(name string, p platform, extension string) string {
	return filepath.Join(r.out, fmt.Sprintf("%s_%s_%s_%s%s", name, r.version, p.os, p.arch, extension))
}

// findBinaries lists the programs that are for users: those in cmd whose name
// begins with mcp-.
func findBinaries() ([]string, error) {
	folders, err := filepath.Glob("cmd/mcp-*")
	if err != nil {
		return nil, err
	}
	if len(folders) == 0 {
		return nil, errors.New("no program in cmd: run this in the module's root")
	}
	for i, folder := range folders {
		folders[i] = filepath.Base(folder)
	}
	return folders, nil
}

// parseDate reads SOURCE_DATE_EPOCH (reproducible-builds.org). Without it, files
// bear the first day that a zip archive can write.
func parseDate(epoch string) (time.Time, error) {
	first := time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)
	if epoch == "" {
		return first, nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, errors.New("SOURCE_DATE_EPOCH is not a number of seconds")
	}
	date := time.Unix(seconds, 0).UTC()
	if date.Before(first) || date.Year() > 2106 {
		return time.Time{}, errors.New("SOURCE_DATE_EPOCH is not between 1980 and 2106, which is what archives can write")
	}
	return date, nil
}

// create writes a file of the release with what write gives it.
func create(path string, write func(*os.File) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
