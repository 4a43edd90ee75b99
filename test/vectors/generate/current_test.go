package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The committed vectors are what the generator writes.
func TestCommittedFilesAreCurrent(t *testing.T) {
	for name, all := range subjects() {
		committed, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(committed, format(all)) {
			t.Errorf("%s is not current: run go run ./generate in test/vectors", name)
		}
	}
}
