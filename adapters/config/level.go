package config

import (
	"strings"

	"github.com/spf13/pflag"
)

// Environment looks a variable up, as os.LookupEnv does.
type Environment func(name string) (string, bool)

// level is one of the places that settings come from.
type level struct {
	from  string // for Source
	where string // completes "from ..." in an error
	// nameOf is what the operator calls a setting in that place.
	nameOf func(setting) string
	// textOf is what a setting is there, if it is there at all.
	textOf func(setting) (string, bool)
	// secretsInFiles is set where a credential is given by a file's name.
	secretsInFiles bool
}

// given is the text of a setting and the level that has it.
type given struct {
	setting
	level
	text string
	set  bool // false for the default, and for nothing at all
}

func (g given) name() string { return g.nameOf(g.setting) }

// refuse makes the error for a text that the row's parser did not take.
func (g given) refuse(reason error) error {
	failure := &Error{Name: g.name(), Expected: g.expects, Where: g.where}
	if reason != errForm {
		failure.Reason = reason.Error()
	}
	return failure
}

// conflict makes the error for a setting that does not go with the others.
func (g given) conflict(expected string) error {
	return &Error{Name: g.name(), Expected: expected, Where: g.where}
}

func commandLine(flags *pflag.FlagSet) level {
	return level{
		from: "flag", where: "the command line", secretsInFiles: true,
		nameOf: func(row setting) string { return "--" + row.flag },
		textOf: func(row setting) (string, bool) {
			f := flags.Lookup(row.flag)
			if f == nil || !f.Changed {
				return "", false
			}
			return f.Value.String(), true
		},
	}
}

// environment counts a blank variable as none: it is how a compose file or a
// chart leaves a setting open, and a blank token must never count as one.
func environment(env Environment) level {
	return level{
		from: "environment", where: "the environment",
		nameOf: func(row setting) string { return row.env },
		textOf: func(row setting) (string, bool) {
			text, _ := env(row.env)
			return text, strings.TrimSpace(text) != ""
		},
	}
}

func defaults() level {
	return level{
		from:   "default",
		nameOf: func(row setting) string { return row.env },
		textOf: func(row setting) (string, bool) { return row.byDefault, row.byDefault != "" },
	}
}
