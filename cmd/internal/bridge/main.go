package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"mcpbridge/adapters/config"
	"mcpbridge/domain/fault"
)

// The exit codes of the binaries.
const (
	exitOK       = 0
	exitFailure  = 1 // the program ran and failed
	exitSettings = 2 // the settings do not let it start
)

// Run is a program once its settings are known. It ends when ctx does, which
// is when the process is told to stop.
type Run func(ctx context.Context, settings config.Settings) error

// Main reads the settings, runs the program and returns its exit code. All it
// has to say goes to standard error, help or a version that was asked for to
// standard output.
func Main(binary config.Binary, run Run) int {
	settings, err := config.Load(binary, os.Args[1:], os.LookupEnv, config.Disk)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return say(os.Stdout, config.Usage(binary), exitOK)
	case errors.Is(err, config.ErrVersion):
		return say(os.Stdout, Versions(binary.String()), exitOK)
	case err != nil:
		Tell(os.Stderr, binary, err)
		return exitSettings
	}
	for _, warning := range settings.Warnings {
		say(os.Stderr, fmt.Sprintf("%s: warning: %s\n", binary, warning), exitOK)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)() // whoever asks a second time does not wait for the grace period
	if err := run(ctx, settings); err != nil {
		return say(os.Stderr, fmt.Sprintf("%s: %s\n", binary, explained(err)), exitFailure)
	}
	return exitOK
}

// Tell says what is wrong with the settings of a program, each on a line of its own,
// or any other error.
func Tell(out io.Writer, binary config.Binary, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		say(out, fmt.Sprintf("%s: %s\n", binary, line), exitSettings)
	}
}

// explained is the text of an error, with what to do about it where that is known.
func explained(err error) string {
	if f, ok := errors.AsType[*fault.Fault](err); ok {
		return err.Error() + ". " + f.Next()
	}
	return err.Error()
}

// say writes a text and passes the exit code on. A stream that is closed
// leaves nobody to tell.
func say(out io.Writer, text string, code int) int {
	_, _ = io.WriteString(out, text)
	return code
}
