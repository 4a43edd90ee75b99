package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// checksumsName is the file that sha256sum --check reads.
const checksumsName = "checksums.txt"

// checksums writes the SHA-256 of every published file, sorted by name.
func (r release) checksums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	return create(filepath.Join(r.out, checksumsName), func(out *os.File) error {
		for _, entry := range entries {
			if entry.IsDir() || entry.Name() == checksumsName {
				continue
			}
			sum, err := digest(filepath.Join(r.out, entry.Name()))
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%x  %s\n", sum, entry.Name()); err != nil {
				return err
			}
		}
		return nil
	})
}

func digest(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}
