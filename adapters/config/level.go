package config

import (
	"errors"
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
	// misfits are settings that are there in a form that cannot be read, and what
	// was expected in its place.
	misfits map[string]string
	// commandLine is set for the flags, which name a file for a credential.
	commandLine bool
}

// given is the text of a setting and the level that has it.
type given struct {
	setting
	level
	text string
	set  bool // false for the default, and for nothing at all
}

func (g given) name() string { return g.nameOf(g.setting) }

// namesFile reports whether the text is the name of a file.
func (g given) namesFile() bool {
	return g.holds == filename || g.holds == reread || g.holds == secret && g.commandLine
}

// source is where the value came from. A part of a credential that its level
// leaves out is at its default, which is nothing.
func (g given) source() string {
	if !g.set {
		return "default"
	}
	return g.from
}

// masked stands where a credential would.
const masked = "(set, not shown)"

// shown is the value for an operator's eyes.
func (g given) shown() string {
	switch {
	case g.text == "":
		return ""
	case g.holds == secret:
		return masked
	case g.show != nil:
		return g.show(g.text)
	default:
		return g.text
	}
}

// refuse makes the error for a setting that is not what its row expects.
func (g given) refuse(reason error) *Error {
	failure := g.conflict(g.expects)
	if !errors.Is(reason, errForm) {
		failure.Reason = reason.Error()
	}
	return failure
}

// conflict makes the error for a setting that does not go with the others.
func (g given) conflict(expected string) *Error {
	return &Error{Name: g.name(), Expected: expected, Where: g.where, of: g}
}

func commandLine(flags *pflag.FlagSet) level {
	return level{
		from: "flag", where: "the command line", commandLine: true,
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

// defaultOf is a setting that no level has, under the name to set it by.
func defaultOf(row setting) given {
	return given{setting: row, level: level{nameOf: func(row setting) string { return row.env }}, text: row.byDefault}
}
