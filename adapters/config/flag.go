package config

import (
	"errors"
	"fmt"
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

// ErrVersion says that the version was asked for, in place of everything else.
var ErrVersion = errors.New("the version was asked for")

const versionFlag = "version"

// flagsOf are all flags of a program that is no more than its settings.
func flagsOf(binary Binary) *pflag.FlagSet {
	flags := pflag.NewFlagSet(binary.String(), pflag.ContinueOnError)
	Register(flags, binary)
	flags.Bool(versionFlag, false, "Tell the versions of the program, the contract and Go, and end")
	return flags
}

// Reaching are the given ones of the flags that say which NetBox is reached and how,
// as the words of a command line. A credential is not among them, only the file
// that holds it.
func Reaching(flags *pflag.FlagSet) []string {
	var words []string
	for _, row := range table(CLI) {
		text, set := commandLine(flags).textOf(row)
		switch {
		case !set || !row.reaches && row.env != "BRIDGE_DEMO":
		case row.metavar != "":
			words = append(words, "--"+row.flag, text)
		case text == "true":
			words = append(words, "--"+row.flag)
		default:
			words = append(words, "--"+row.flag+"="+text)
		}
	}
	return words
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
	err := FlagError(flags.Parse(args), flags)
	if err == nil && flags.NArg() > 0 {
		err = errors.New("only flags are expected, and a switch is turned off as in --demo=false")
	}
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return err
	}
	return fmt.Errorf("%w; see %s --help", err, flags.Name())
}

// FlagError turns pflag's error about the flags, which quotes arguments, into a
// line that names flags at most; [pflag.ErrHelp] and nil stay as they are.
func FlagError(err error, flags *pflag.FlagSet) error {
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return err
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return errors.New("--" + missing.GetFlag().Name + ": expected a value")
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(unknown, flags)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return errors.New("--" + invalid.GetFlag().Name + ": expected " + expectedOf(invalid.GetFlag().Value.Type()))
	}
	return errors.New("a flag's name is missing after two dashes")
}

// expectedOf completes "expected ..." for flags that pflag reads itself.
func expectedOf(kind string) string {
	switch kind {
	case "bool":
		return "true or false, or no value for true"
	case "int":
		return "a whole number"
	default:
		return "values with commas between them"
	}
}

// unknownFlag shows a name that looks like one, since a credential that slipped
// behind the dashes does not, and the flags that may have been meant.
func unknownFlag(unknown *pflag.NotExistError, flags *pflag.FlagSet) error {
	name := unknown.GetSpecifiedName()
	said := "there is no flag --" + name
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		said, name = "a flag starts with two dashes", letters
	} else if len(name) > fault.MaxName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" {
		said = "there is no such flag"
	}
	var known []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	name, _, _ = strings.Cut(name, "=")
	near := Near(name, known)
	for i := range near {
		near[i] = "--" + near[i]
	}
	return errors.New(said + Meant(near))
}

// Meant completes an error about a word that is not known with those that may have
// been meant, if there are any.
func Meant(words []string) string {
	switch last := len(words) - 1; last {
	case -1:
		return ""
	case 0:
		return " (did you mean " + words[0] + "?)"
	default:
		return " (did you mean " + strings.Join(words[:last], ", ") + " or " + words[last] + "?)"
	}
}
