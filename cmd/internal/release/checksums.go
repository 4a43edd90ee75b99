package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
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
	var lines bytes.Buffer
	for _, entry := range entries {
		if entry.IsDir() || entry.Name() == checksumsName {
			continue
		}
		content, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(content), entry.Name())
	}
	return os.WriteFile(filepath.Join(r.out, checksumsName), lines.Bytes(), modeText)
}
