package stderrlog

import (
	"context"
	"log"
	"log/slog"
	"regexp"
)

// Adopt makes out the process's default logger, and has it say what libraries tell
// the standard one, such as net/http of a server that sends more than it announced.
func Adopt(out *slog.Logger) {
	slog.SetDefault(out)
	log.SetOutput(standard{out})
	log.SetFlags(0)
}

// standard writes each line of the standard logger.
type standard struct{ log *slog.Logger }

// quotation is a text as %q writes it.
var quotation = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// Write implements [io.Writer]. What a line quotes may come from a body, which no
// log shows. The standard logger knows no context, so the line is of no request.
func (s standard) Write(line []byte) (int, error) {
	s.log.WarnContext(context.Background(), "a library has this to say", "text", string(quotation.ReplaceAll(line, []byte(`"…"`))))
	return len(line), nil
}
