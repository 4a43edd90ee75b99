package config

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"mcpbridge/domain/fault"
)

// Register adds a program's flags. Their texts are checked by [Resolve], so
// that a bad flag reads like a bad variable.
func Register(flags *pflag.FlagSet, binary Binary) {
	flags.SortFlags = false
	for _, row := range table(binary) {
		f := flags.VarPF(&written{text: row.byDefault, metavar: row.metavar}, row.flag, "", row.help+" ["+row.env+"]")
		if row.metavar == "" {
			f.NoOptDefVal = "true"
		}
	}
}

// written is a flag's text as the operator wrote it; it is a [pflag.Value].
type written struct{ text, metavar string }

// String is the text.
func (w *written) String() string { return w.text }

// Set takes any text.
func (w *written) Set(text string) error {
	w.text = text
	return nil
}

// Type is how the help shows what the flag takes.
func (w *written) Type() string {
	if w.metavar == "" {
		return "bool"
	}
	return w.metavar
}

// parseFlags takes flags and nothing else.
func parseFlags(flags *pflag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return FlagError(err)
	}
	if flags.NArg() > 0 {
		return errors.New("only flags are expected, and a switch is turned off as in --demo=false; see --help")
	}
	return nil
}

// FlagError turns pflag's error, which quotes arguments, into a line that names
// a flag at most; [pflag.ErrHelp] stays as it is.
func FlagError(err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return pflag.ErrHelp
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return errors.New("--" + missing.GetFlag().Name + ": expected a value; see --help")
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(unknown)
	}
	return errors.New("an argument is no flag; see --help")
}

// unknownFlag shows a name that looks like one; a credential that slipped
// behind the dashes does not.
func unknownFlag(unknown *pflag.NotExistError) error {
	name := unknown.GetSpecifiedName()
	switch {
	case unknown.GetSpecifiedShortnames() != "":
		return errors.New("a flag starts with two dashes; see --help")
	case len(name) > fault.MaxName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "":
		return errors.New("there is no such flag; see --help")
	default:
		return errors.New("there is no flag --" + name + "; see --help")
	}
}
