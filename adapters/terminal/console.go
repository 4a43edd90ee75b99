// Package terminal is a person at a terminal, or a program in their place: the
// three streams, what of them is a terminal, and the question before a write.
package terminal

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// Console is the streams of the process.
type Console struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer

	// Asks is set where somebody can be asked: input and messages are at a
	// terminal.
	Asks bool
	// Colour and ErrColour are set where results and messages may be coloured.
	Colour    bool
	ErrColour bool
	// Lively is set where messages may be overwritten, as progress is.
	Lively bool
}

// Process is the console of this process. Nothing is coloured where NO_COLOR
// is set to anything (no-color.org) or the terminal is dumb.
func Process(env func(string) (string, bool)) Console {
	noColour, _ := env("NO_COLOR")
	kind, _ := env("TERM")
	colours := noColour == "" && kind != "dumb"
	return Console{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Asks:      isTerminal(os.Stdin) && isTerminal(os.Stderr),
		Colour:    isTerminal(os.Stdout) && colours,
		ErrColour: isTerminal(os.Stderr) && colours,
		Lively:    isTerminal(os.Stderr) && kind != "dumb",
	}
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }

// Progress overwrites one line of messages with how far a scan has come, and
// wipe takes the line away at the scan's end, whichever way it ended. Where a
// line cannot be overwritten, progress is nil.
func (c Console) Progress() (progress func(done, total int), wipe func()) {
	if !c.Lively {
		return nil, func() {}
	}
	progress = func(done, total int) { fmt.Fprintf(c.Err, "\r%d of %d plugins read", done, total) }
	return progress, func() { fmt.Fprint(c.Err, "\r\x1b[K") }
}
