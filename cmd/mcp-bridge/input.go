package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// standardInput is its name on the command line.
const standardInput = "-"

// maxInput bounds a file, in bytes, beyond every limit of the contract.
const maxInput = 4 << 20

// read reads a document from where its name says: a URL, a file or standard input.
func (s *session) read(command *cobra.Command, name string) ([]byte, error) {
	if isURL(name) {
		document, err := s.fetch(command, name)
		return document.text, err
	}
	return s.readFile(command.Context(), name)
}

func isURL(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// readFile reads a file or standard input, unless ctx ends first: a terminal or a
// pipe may have nothing to say, and a read of it that never ends holds nothing but
// its goroutine.
func (s *session) readFile(ctx context.Context, name string) ([]byte, error) {
	type content struct {
		data []byte
		err  error
	}
	read := make(chan content, 1)
	go func() {
		data, err := s.readWhole(name)
		read <- content{data, err}
	}()
	select {
	case got := <-read:
		return got.data, got.err
	case <-ctx.Done():
		return nil, &ended{exitFound, errors.New("interrupted before the end of the input")}
	}
}

func (s *session) readWhole(name string) ([]byte, error) {
	in := s.In
	if name != standardInput {
		file, err := os.Open(name) //nolint:gosec // which file is the user's to say
		if err != nil {
			return nil, &ended{exitUsage, fmt.Errorf("the file cannot be read: %w", err)}
		}
		defer func() { _ = file.Close() }() // nothing was written that could be lost
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, &ended{exitUsage, fmt.Errorf("the input cannot be read: %w", err)}
	case len(data) > maxInput:
		return nil, &ended{exitUsage, fmt.Errorf("%s has more than %d bytes, which no document of the contract has", name, maxInput)}
	}
	return data, nil
}
