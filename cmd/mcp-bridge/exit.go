package main

import (
	"errors"
	"fmt"
	"strings"

	"mcpbridge/domain"
)

// exitCode is how the process ends; see [exitCodes].
type exitCode int

// The exit codes.
const (
	exitOK exitCode = iota
	exitFound
	exitUsage
	exitRefused
	exitUnknown
)

// exitCodes is the table for the help and the documentation.
func exitCodes() []struct {
	code    exitCode
	meaning string
} {
	return []struct {
		code    exitCode
		meaning string
	}{
		{exitOK, "It is done, and nothing was found."},
		{exitFound, "Something was found (by doctor, lint, diff, contract), or the command failed or was interrupted."},
		{exitUsage, "The command line or a setting is wrong; nothing was done."},
		{exitRefused, "A call was refused before it was sent: correct it and repeat it."},
		{exitUnknown, "A write was sent and what became of it is unknown: look before you repeat it."},
	}
}

func exitHelp() string {
	var text strings.Builder
	text.WriteString("Exit codes:\n")
	for _, row := range exitCodes() {
		fmt.Fprintf(&text, "  %d  %s\n", row.code, row.meaning)
	}
	return text.String()
}

// ended is an end with a code of its own. Whatever there was to say was said,
// unless there is an error to tell.
type ended struct {
	code exitCode
	err  error
}

func (e *ended) Error() string { return e.err.Error() }

func (e *ended) Unwrap() error { return e.err }

// errSaid is the error of an end that was explained already.
var errSaid = errors.New("explained before")

// end is nil for a good end.
func end(code exitCode) error {
	if code == exitOK {
		return nil
	}
	return &ended{code, errSaid}
}

// misuse is an error of the command line. It is told with where to read on: the
// help of the command that ran, unless it names another.
type misuse struct {
	error
	helpOf string
}

// wrongUse makes an error of the command line.
func wrongUse(format string, args ...any) error {
	return &ended{exitUsage, &misuse{error: fmt.Errorf(format, args...)}}
}

// withHelp is an error as it is told of a command.
func withHelp(err error, command string) error {
	wrong, ok := errors.AsType[*misuse](err)
	if !ok {
		return err
	}
	if wrong.helpOf != "" {
		command = wrong.helpOf
	}
	return fmt.Errorf("%w; see %s --help", err, command)
}

// codeOf is how a call's outcome ends the process.
func codeOf(outcome domain.Outcome) exitCode {
	switch outcome {
	case domain.Completed, domain.Previewed:
		return exitOK
	case domain.Refused:
		return exitRefused
	case domain.Unknown:
		return exitUnknown
	default:
		return exitFound
	}
}
