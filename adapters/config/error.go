package config

import "strings"

// Error is a setting that stops the start. It is one line and never quotes the
// value, which may be a credential given in the wrong place.
type Error struct {
	Name     string // of the setting, as the operator wrote it
	Expected string // completes "expected ..."
	Reason   string // what more there is to say, or ""
	Where    string // completes "from ..."; "" if the setting was not given

	of given // which setting it is
}

// Error is the line for the operator.
func (e *Error) Error() string {
	var line strings.Builder
	line.WriteString(e.Name + ": expected " + e.Expected)
	if e.Reason != "" {
		line.WriteString("; " + e.Reason)
	}
	if e.Where != "" {
		line.WriteString(" (from " + e.Where + ")")
	}
	return line.String()
}
